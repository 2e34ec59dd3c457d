/** The data of the JSON block `#site`, which the demo site's server writes into each page. */
export type Site = {
  chains: { id: number; name: string; url: string }[]
  token: { address: `0x${string}`; symbol: string; decimals: number }
  /** The account that receives the shop's payments. */
  till: `0x${string}`
  /** The URLs of the test wallet on another device and of the relay. */
  phone: string
  relay: { url: string; projectId: string }
}

export function readSite(): Site {
  const block = document.querySelector('#site')
  if (!block?.textContent) throw new Error('The page has no #site block: it must come from the demo server.')
  return JSON.parse(block.textContent)
}
