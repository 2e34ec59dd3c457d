import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Where the network's explorer shows an address; null without an explorer that a link may lead to. */
export const addressUrl = ({ blockExplorer }: Network, address: string): string | null => {
  const base = blockExplorer && URL.parse(blockExplorer.url)
  if (!base || !/^https?:$/.test(base.protocol)) return null
  // What stands after the question mark names the network there: `?cluster=devnet`.
  base.pathname = `${base.pathname.replace(/\/$/, '')}/address/${encodeURIComponent(address)}`
  return base.href
}
