import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'

/** The adaptors that read token balances, and the namespace that each one reads. */
export const tokenAdaptorNamespaces = {
  multicall: 'eip155',
  tokenAccounts: 'solana',
  bank: 'cosmos',
} as const satisfies Record<string, ChainNamespace>

export type TokenAdaptorName = keyof typeof tokenAdaptorNamespaces
export const tokenAdaptorNames = Object.keys(tokenAdaptorNamespaces) as TokenAdaptorName[]

/** The adaptors of a network whose configuration names none. They need only the network's own nodes. */
export const defaultTokenAdaptors: Readonly<Record<ChainNamespace, readonly TokenAdaptorName[]>> = {
  eip155: ['multicall'],
  solana: ['tokenAccounts'],
  bip122: [],
  polkadot: [],
  cosmos: ['bank'],
}
