import type { ChainNamespace } from '@appkit-frame/loader/protocol/namespaces.ts'
import { rpcMethods } from '@appkit-frame/loader/protocol/rpcMethods.ts'

/** Asked of a wallet, not of a chain: a node would answer with accounts of its own. */
const walletQuestions = new Set(['eth_accounts', 'eth_getAccount'])

/**
 * What the secure frame may ask a node: reads, trials of a transaction, and the sending of a signed one. Nothing that
 * uses a key of the node, changes it, or makes it search through all that it has.
 */
const methods: { readonly [namespace in ChainNamespace]?: ReadonlySet<string> } = {
  eip155: new Set([
    ...Object.entries(rpcMethods).flatMap(([method, kind]) =>
      kind === 'read' && method.startsWith('eth_') && !walletQuestions.has(method) ? [method] : [],
    ),
    'eth_simulateV1',
    'eth_createAccessList',
    'debug_traceCall',
    'net_version',
  ]),
  solana: new Set([
    'getAccountInfo',
    'getBalance',
    'getBlockHeight',
    'getEpochInfo',
    'getFeeForMessage',
    'getGenesisHash',
    'getLatestBlockhash',
    'getMinimumBalanceForRentExemption',
    'getMultipleAccounts',
    'getRecentPrioritizationFees',
    'getSignatureStatuses',
    'getSlot',
    'getTokenAccountBalance',
    'getTokenAccountsByOwner',
    'getTransaction',
    'isBlockhashValid',
    'sendTransaction',
    'simulateTransaction',
  ]),
}

export const isWalletMethod = (namespace: ChainNamespace, method: string): boolean =>
  methods[namespace]?.has(method) ?? false

/** No method takes values nested so deep, and each level costs a frame of the stack when they are written again. */
export const isTooDeep = (value: unknown, limit = 128): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
