import type { DirectoryWallet, Network } from 'loader/protocol/serverApi.ts'

/** Pictures come from this frame's own server, which cuts them to size. */
export const walletImageUrl = ({ image_id }: Pick<DirectoryWallet, 'image_id'>): string | undefined =>
  image_id && `/getWalletImage/${encodeURIComponent(image_id)}`

export const networkImageUrl = ({ imageId }: Pick<Network, 'imageId'>): string | undefined =>
  imageId && `/public/getAssetImage/${encodeURIComponent(imageId)}`
