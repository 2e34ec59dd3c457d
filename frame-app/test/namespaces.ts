import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

export const solanaNetwork: Network = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}

export const solanaDevnetNetwork: Network = {
  ...solanaNetwork,
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
}

export const bitcoinNetwork: Network = {
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
}

export const polkadotNetwork: Network = {
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  chainNamespace: 'polkadot',
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  addressPrefix: '0',
}

export const solanaAddresses = [
  '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri',
  '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
] as const

const solanaCaipAddresses = solanaAddresses.map((address) => `${solanaNetwork.caipNetworkId}:${address}`)

/** The account report of a Solana wallet in the page, with two accounts. */
export const solanaAccount: AccountState = {
  status: 'connected',
  caipAddress: `${solanaNetwork.caipNetworkId}:${solanaAddresses[0]}`,
  caipNetworkId: solanaNetwork.caipNetworkId,
  caipAddresses: solanaCaipAddresses,
  connectorId: 'solana:Osprey',
}

export const bitcoinAccount: AccountState = {
  status: 'connected',
  caipAddress: `${bitcoinNetwork.caipNetworkId}:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`,
  caipNetworkId: bitcoinNetwork.caipNetworkId,
  connectorId: 'bip122:Tern',
}
