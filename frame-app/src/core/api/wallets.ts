import type { DirectoryWallet, Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/**
 * The URL of a wallet's icon. The document contains the icons of the first wallets as data URLs. For other wallets the
 * URL is a path on this frame's server, which resizes icons.
 */
export const walletImageUrl = ({
  image_id,
  image_url,
}: Pick<DirectoryWallet, 'image_id' | 'image_url'>): string | undefined =>
  image_url?.startsWith('data:') ? image_url : image_id && `/getWalletImage/${encodeURIComponent(image_id)}`

export const networkImageUrl = ({ imageId }: Pick<Network, 'imageId'>): string | undefined =>
  imageId && `/public/getAssetImage/${encodeURIComponent(imageId)}`

/** A wallet's directory id: the first 16 bytes of the SHA-256 of its rdns. */
export const directoryId = async (rdns: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rdns))
  return [...new Uint8Array(digest).subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
