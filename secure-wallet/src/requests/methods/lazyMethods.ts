import type { HandlerTable } from './method.ts'

type LazyMethods = Extract<
  keyof HandlerTable,
  `solana_${string}` | 'eth_sendTransaction' | `wallet_${string}Calls${string}`
>

/**
 * The handlers whose code only one kind of request needs. Each loads when the first such request arrives, so that
 * other visitors do not load it.
 */
export const lazyMethods = {
  eth_sendTransaction: async () => (await import('./sendTransaction.ts')).sendTransaction,
  wallet_getCallsStatus: async () => (await import('./sendCalls.ts')).getCallsStatus,
  wallet_sendCalls: async () => (await import('./sendCalls.ts')).sendCalls,
  solana_signAllTransactions: async () => (await import('./solana.ts')).signSolanaTransactions,
  solana_signAndSendTransaction: async () => (await import('./solana.ts')).sendSolanaTransaction,
  solana_signMessage: async () => (await import('./solana.ts')).signSolanaMessage,
  solana_signTransaction: async () => (await import('./solana.ts')).signSolanaTransaction,
} satisfies { [Name in LazyMethods]: () => Promise<HandlerTable[Name]> }

/** Starts to load the code of a method while the code that all requests need still loads. */
export const startLoading = (method: string): void => {
  if (Object.hasOwn(lazyMethods, method)) void lazyMethods[method as LazyMethods]().catch(() => undefined)
}
