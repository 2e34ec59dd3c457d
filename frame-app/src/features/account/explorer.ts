import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** The explorer's page for an address, or null without an explorer at an HTTP address. */
export const addressUrl = ({ blockExplorer }: Network, address: string): string | null => {
  const base = blockExplorer && URL.parse(blockExplorer.url)
  if (!base || !/^https?:$/.test(base.protocol)) return null
  // The query stays, since it may name the network: `?cluster=devnet`.
  base.pathname = `${base.pathname.replace(/\/$/, '')}/address/${encodeURIComponent(address)}`
  return base.href
}
