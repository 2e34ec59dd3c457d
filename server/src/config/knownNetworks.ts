import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import * as chains from 'viem/chains'
import { type DescribedNetwork, networksBeyondViem } from './networksBeyondViem.ts'

/** Returns every network that a configuration can name by its id alone. */
export const knownNetworks = (): Map<string, DescribedNetwork> => {
  const networks = new Map<string, DescribedNetwork>()
  for (const chain of Object.values(chains)) {
    // viem also exports chains under old names, and retired test networks. Both come after the current chain with the
    // same id, so keep the first chain of each id.
    if (typeof chain !== 'object' || !('rpcUrls' in chain) || networks.has(`eip155:${chain.id}`)) continue
    networks.set(`eip155:${chain.id}`, fromViem(chain))
  }
  for (const [caipNetworkId, network] of Object.entries(networksBeyondViem)) {
    const [chainNamespace, id = ''] = caipNetworkId.split(':') as [ChainNamespace, string]
    networks.set(caipNetworkId, { caipNetworkId, chainNamespace, id, ...network })
  }
  return networks
}

const fromViem = (chain: chains.Chain): DescribedNetwork => {
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet, contracts } = chain
  return {
    caipNetworkId: `eip155:${chain.id}`,
    chainNamespace: 'eip155',
    id: String(chain.id),
    name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: rpcUrls.default.http.filter((url) => /^https?:/.test(url)),
    ...(blockExplorers?.default && {
      blockExplorer: { name: blockExplorers.default.name, url: blockExplorers.default.url },
    }),
    ...(testnet && { testnet }),
    ...(contracts?.multicall3 && { multicallAddress: contracts.multicall3.address }),
  }
}
