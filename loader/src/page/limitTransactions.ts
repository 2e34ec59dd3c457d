import type { JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { otherTransactionMethods } from '../methodPatterns.ts'

type Request = (namespace: ChainNamespace, request: JsonRpcRequest) => Promise<unknown>

/** Refuses transactions while the wallet is on a network on which the site wants none. */
export const limitTransactions =
  (request: Request, isRefused: (namespace: ChainNamespace) => unknown): Request =>
  async (namespace, asked) => {
    if (otherTransactionMethods.test(asked?.method) && isRefused(namespace))
      throw createAppKitError(4902, 'CHAIN_NOT_SUPPORTED')
    return request(namespace, asked)
  }
