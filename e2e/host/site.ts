/** What the demo site's server writes into each page, as the JSON block `#site`. */
export type Site = {
  chains: { id: number; name: string; url: string }[]
  token: { address: `0x${string}`; symbol: string; decimals: number }
  /** Who gets paid in the shop. */
  till: `0x${string}`
  /** The test wallet on another device, and the relay between. */
  phone: string
  relay: { url: string; projectId: string }
}

export function readSite(): Site {
  const block = document.querySelector('#site')
  if (!block?.textContent) throw new Error('The page has no #site block: it must come from the demo server.')
  return JSON.parse(block.textContent)
}
