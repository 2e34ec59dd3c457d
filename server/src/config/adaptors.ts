import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'

/** The adaptors that read token balances, and the namespace that each one reads. */
export const tokenAdaptorNamespaces = {
  multicall: 'eip155',
  tokenAccounts: 'solana',
  bank: 'cosmos',
} as const satisfies Record<string, ChainNamespace>

export type TokenAdaptorName = keyof typeof tokenAdaptorNamespaces
export const tokenAdaptorNames = Object.keys(tokenAdaptorNamespaces) as TokenAdaptorName[]

/** The adaptors that read prices, and the URL that each one asks by default. A server without prices asks none of them. */
export const priceAdaptorUrls = {
  defillama: 'https://coins.llama.fi',
  coingecko: 'https://api.coingecko.com/api/v3',
} as const satisfies Record<string, string>

export type PriceAdaptorName = keyof typeof priceAdaptorUrls
export const priceAdaptorNames = Object.keys(priceAdaptorUrls) as PriceAdaptorName[]

/** The adaptors of a network whose configuration names none. They need only the network's own nodes. */
export const defaultTokenAdaptors: Readonly<Record<ChainNamespace, readonly TokenAdaptorName[]>> = {
  eip155: ['multicall'],
  solana: ['tokenAccounts'],
  bip122: [],
  polkadot: [],
  cosmos: ['bank'],
}
