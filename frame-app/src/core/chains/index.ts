import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { ChainAdapter } from './adapter.ts'

/** Each namespace's code comes only when that namespace is used. */
export const adapters = {
  eip155: async () => (await import('./eip155/index.ts')).default,
  solana: async () => (await import('./solana/index.ts')).default,
  polkadot: async () => (await import('./polkadot/index.ts')).default,
  bip122: async () => (await import('./bip122/index.ts')).default,
  cosmos: async () => (await import('./cosmos/index.ts')).default,
} as const satisfies Record<ChainNamespace, () => Promise<ChainAdapter>>
