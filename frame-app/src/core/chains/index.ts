import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { ChainAdapter } from './adapter.ts'

/** Each function loads the adapter of its namespace, so that a visit loads only the namespaces it uses. */
export const adapters = {
  eip155: async () => (await import('./eip155.ts')).default,
  solana: async () => (await import('./solana.ts')).default,
  polkadot: async () => (await import('./polkadot.ts')).default,
  bip122: async () => (await import('./bip122.ts')).default,
  cosmos: async () => (await import('./cosmos.ts')).default,
} as const satisfies Record<ChainNamespace, () => Promise<ChainAdapter>>
