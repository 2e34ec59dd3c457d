import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** The fields of a network that every visitor sees, its public URLs, and the address of its Multicall3. */
export type DescribedNetwork = Network & Partial<NetworkEndpoints> & { multicallAddress?: string }

type NetworkBeyondViem = Omit<DescribedNetwork, 'caipNetworkId' | 'chainNamespace' | 'id'>

const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const bitcoin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const testBitcoin = { name: 'Test bitcoin', symbol: 'tBTC', decimals: 8 }
const dot = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }

const solanaExplorer = (cluster: string) => ({
  name: 'Solana Explorer',
  url: `https://explorer.solana.com${cluster}`,
})
const mempool = (path: string) => ({ name: 'mempool.space', url: `https://mempool.space${path}` })
/** The two public services that offer the HTTP API of Esplora. */
const esplora = (path: string) => [`https://blockstream.info${path}/api`, `https://mempool.space${path}/api`]
const subscan = (network: string) => ({ name: 'Subscan', url: `https://${network}.subscan.io` })
const mintscan = (network: string) => ({ name: 'Mintscan', url: `https://www.mintscan.io/${network}` })

/** Networks that viem doesn't know, by their CAIP-2 ids. */
export const networksBeyondViem: Readonly<Record<string, NetworkBeyondViem>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    name: 'Solana',
    nativeCurrency: sol,
    rpcUrls: ['https://api.mainnet-beta.solana.com'],
    blockExplorer: solanaExplorer(''),
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    name: 'Solana Devnet',
    nativeCurrency: sol,
    rpcUrls: ['https://api.devnet.solana.com'],
    blockExplorer: solanaExplorer('?cluster=devnet'),
    testnet: true,
  },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': {
    name: 'Solana Testnet',
    nativeCurrency: sol,
    rpcUrls: ['https://api.testnet.solana.com'],
    blockExplorer: solanaExplorer('?cluster=testnet'),
    testnet: true,
  },
  'bip122:000000000019d6689c085ae165831e93': {
    name: 'Bitcoin',
    nativeCurrency: bitcoin,
    restUrls: esplora(''),
    blockExplorer: mempool(''),
  },
  'bip122:000000000933ea01ad0ee984209779ba': {
    name: 'Bitcoin Testnet',
    nativeCurrency: testBitcoin,
    restUrls: esplora('/testnet'),
    blockExplorer: mempool('/testnet'),
    testnet: true,
  },
  'bip122:00000008819873e925422c1ff0f99f7c': {
    name: 'Bitcoin Signet',
    nativeCurrency: testBitcoin,
    restUrls: esplora('/signet'),
    blockExplorer: mempool('/signet'),
    testnet: true,
  },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': {
    name: 'Polkadot',
    nativeCurrency: dot,
    rpcUrls: ['https://rpc.polkadot.io'],
    addressPrefix: '0',
    blockExplorer: subscan('polkadot'),
  },
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': {
    name: 'Kusama',
    nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
    rpcUrls: ['https://kusama-rpc.polkadot.io'],
    addressPrefix: '2',
    blockExplorer: subscan('kusama'),
  },
  'polkadot:68d56f15f85d3136970ec16946040bc1': {
    name: 'Polkadot Asset Hub',
    nativeCurrency: dot,
    rpcUrls: ['https://polkadot-asset-hub-rpc.polkadot.io'],
    addressPrefix: '0',
    blockExplorer: subscan('assethub-polkadot'),
  },
  'cosmos:cosmoshub-4': {
    name: 'Cosmos Hub',
    nativeCurrency: { name: 'Cosmos Hub Atom', symbol: 'ATOM', decimals: 6, denom: 'uatom' },
    rpcUrls: ['https://cosmos-rpc.polkachu.com', 'https://cosmoshub-rpc.lavenderfive.com'],
    restUrls: ['https://cosmos-rest.publicnode.com', 'https://cosmoshub-api.lavenderfive.com'],
    addressPrefix: 'cosmos',
    coinType: 118,
    blockExplorer: mintscan('cosmos'),
  },
  'cosmos:osmosis-1': {
    name: 'Osmosis',
    nativeCurrency: { name: 'Osmosis', symbol: 'OSMO', decimals: 6, denom: 'uosmo' },
    rpcUrls: ['https://rpc.osmosis.zone', 'https://osmosis-rpc.polkachu.com'],
    restUrls: ['https://lcd.osmosis.zone', 'https://osmosis-api.polkachu.com'],
    addressPrefix: 'osmo',
    coinType: 118,
    blockExplorer: mintscan('osmosis'),
  },
  'cosmos:noble-1': {
    name: 'Noble',
    // Noble has no native coin. Its fees are paid in this token.
    nativeCurrency: { name: 'USD Coin', symbol: 'USDC', decimals: 6, denom: 'uusdc' },
    rpcUrls: ['https://noble-rpc.polkachu.com'],
    restUrls: ['https://noble-api.polkachu.com'],
    addressPrefix: 'noble',
    coinType: 118,
    blockExplorer: mintscan('noble'),
  },
}
