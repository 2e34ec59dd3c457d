import type { Network } from 'loader/protocol/serverApi.ts'

/** Where the network's explorer shows an address; null without an explorer that a link may lead to. */
export const addressUrl = ({ blockExplorer }: Network, address: string): string | null => {
  const base = blockExplorer && URL.parse(blockExplorer.url)
  if (!base || !/^https?:$/.test(base.protocol)) return null
  return new URL(`${base.pathname.replace(/\/$/, '')}/address/${encodeURIComponent(address)}`, base).href
}
