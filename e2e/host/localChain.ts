import { type Chain, defineChain } from 'viem'

export function localChain({ id, name }: { id: number; name: string }, url: string): Chain {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
}
