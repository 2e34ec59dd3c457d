import type { Network } from 'loader/protocol/serverApi.ts'
import * as chains from 'viem/chains'

const solana = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const bitcoin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const bitcoinTest = { name: 'Test bitcoin', symbol: 'tBTC', decimals: 8 }
const explorer = (cluster: string) => ({ name: 'Solana Explorer', url: `https://explorer.solana.com${cluster}` })
const mempool = (path: string) => ({ name: 'mempool.space', url: `https://mempool.space${path}` })

type OtherNetwork = Omit<Network, 'caipNetworkId' | 'chainNamespace' | 'id'>

/** Networks that viem doesn't know. */
const otherNetworks: Record<string, OtherNetwork> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    name: 'Solana',
    nativeCurrency: solana,
    rpcUrls: ['https://api.mainnet-beta.solana.com'],
    blockExplorer: explorer(''),
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    name: 'Solana Devnet',
    nativeCurrency: solana,
    rpcUrls: ['https://api.devnet.solana.com'],
    blockExplorer: explorer('?cluster=devnet'),
    testnet: true,
  },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': {
    name: 'Solana Testnet',
    nativeCurrency: solana,
    rpcUrls: ['https://api.testnet.solana.com'],
    blockExplorer: explorer('?cluster=testnet'),
    testnet: true,
  },
  'bip122:000000000019d6689c085ae165831e93': {
    name: 'Bitcoin',
    nativeCurrency: bitcoin,
    rpcUrls: [],
    blockExplorer: mempool(''),
  },
  'bip122:000000000933ea01ad0ee984209779ba': {
    name: 'Bitcoin Testnet',
    nativeCurrency: bitcoinTest,
    rpcUrls: [],
    blockExplorer: mempool('/testnet'),
    testnet: true,
  },
  'bip122:00000008819873e925422c1ff0f99f7c': {
    name: 'Bitcoin Signet',
    nativeCurrency: bitcoinTest,
    rpcUrls: [],
    blockExplorer: mempool('/signet'),
    testnet: true,
  },
}

/** Every network that can be named in the configuration by its id alone. */
export const knownNetworks = (): Map<string, Network> => {
  const networks = new Map<string, Network>()
  for (const chain of Object.values(chains)) {
    // Several names of one id are older names of the same chain, or retired test networks: the first one is right.
    if (typeof chain !== 'object' || !('rpcUrls' in chain) || networks.has(`eip155:${chain.id}`)) continue
    networks.set(`eip155:${chain.id}`, fromViem(chain))
  }
  for (const [caipNetworkId, network] of Object.entries(otherNetworks)) {
    const [chainNamespace, id = ''] = caipNetworkId.split(':') as ['solana' | 'bip122', string]
    networks.set(caipNetworkId, { caipNetworkId, chainNamespace, id, ...network })
  }
  return networks
}

const fromViem = (chain: chains.Chain): Network => {
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = chain
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
  }
}
