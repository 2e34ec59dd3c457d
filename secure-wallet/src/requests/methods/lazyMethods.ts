import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { loadPartTexts } from '../../languages/loadLanguage.ts'
import type { HandlerTable, RpcHandler } from './method.ts'

type LazyMethods = Extract<
  keyof HandlerTable,
  | 'eth_sendTransaction'
  | 'eth_signTypedData_v4'
  | 'personal_sign'
  | `solana_${string}`
  | `wallet_${string}Calls${string}`
>

/**
 * Loads the code and the texts of the card of EVM transactions. The simulation waits only for the code of the method,
 * so the node simulates while these load. Rejects with CHUNK_FAILED if the browser cannot load the code.
 */
export const loadCallsCard = async () =>
  (await orChunkFailed(Promise.all([import('./proposeCalls.ts'), loadPartTexts('transactions')])))[0]

/** The same for the card of Solana transactions. */
export const loadSolanaCard = async () =>
  (await orChunkFailed(Promise.all([import('./proposeSolana.ts'), loadPartTexts('solana')])))[0]

const loadSolana = () => {
  loadSolanaCard().catch(() => undefined)
  return import('./solana.ts')
}

/**
 * The handlers whose code only one kind of request needs. Each loads when the first such request arrives, so that
 * other visitors do not load it.
 */
export const lazyMethods = {
  eth_sendTransaction: async () => {
    loadCallsCard().catch(() => undefined)
    return (await import('./sendTransaction.ts')).sendTransaction
  },
  eth_signTypedData_v4: async () => {
    const [{ signTypedData }] = await Promise.all([import('./signTypedData.ts'), loadPartTexts('typedData')])
    return signTypedData
  },
  personal_sign: async () => (await import('./personalSign.ts')).personalSign,
  wallet_getCallsStatus: async () => (await import('./sendCalls.ts')).getCallsStatus,
  wallet_sendCalls: async () => {
    loadCallsCard().catch(() => undefined)
    return (await import('./sendCalls.ts')).sendCalls
  },
  solana_signAllTransactions: async () => (await loadSolana()).signSolanaTransactions,
  solana_signAndSendTransaction: async () => (await loadSolana()).sendSolanaTransaction,
  solana_signMessage: async () => (await import('./solana.ts')).signSolanaMessage,
  solana_signTransaction: async () => (await loadSolana()).signSolanaTransaction,
} satisfies { [Name in LazyMethods]: () => Promise<HandlerTable[Name]> }

/**
 * A handler that loads its code with the first request. Rejects with CHUNK_FAILED if the browser cannot load the code.
 */
export const later =
  <Result>(load: () => Promise<RpcHandler<Promise<Result>>>): RpcHandler<Promise<Result>> =>
  async (params, context) => {
    const handler = await orChunkFailed(load())
    return handler(params, context)
  }

/** Rejects with CHUNK_FAILED if the browser cannot load the code. */
export const orChunkFailed = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause) => {
    throw new AppError(commonErrors.CHUNK_FAILED, { cause })
  })

/**
 * Starts to load the code of a method when its request arrives, in parallel with the code that all requests need. The
 * simulation starts once both have loaded.
 */
export const startLoading = (method: string): void => {
  if (Object.hasOwn(lazyMethods, method)) void lazyMethods[method as LazyMethods]().catch(() => undefined)
}
