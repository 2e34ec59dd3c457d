import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** The URL of the explorer's page for an address. Null if the network has no explorer with an HTTP address. */
export const explorerAddressUrl = ({ blockExplorer }: Network, address: string): string | null => {
  const base = blockExplorer && URL.parse(blockExplorer.url)
  if (!base || !/^https?:$/.test(base.protocol)) return null
  // The query of the explorer's URL stays, because it may name the network: `?cluster=devnet`.
  base.pathname = `${base.pathname.replace(/\/$/, '')}/address/${encodeURIComponent(address)}`
  return base.href
}
