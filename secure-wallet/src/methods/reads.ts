import { AppError } from 'loader/protocol/errors.ts'
import type { RpcMethod } from 'loader/protocol/rpcMethods.ts'
import * as v from 'valibot'
import { defineEvmMethod, type RpcHandler } from './method.ts'

const anyList = v.optional(v.array(v.unknown()), [])

/** Answered by the operator's node as it answers. */
export const readNode = (method: RpcMethod): RpcHandler =>
  defineEvmMethod(anyList, (params, { scope, chainId }) => scope.node.ask(chainId, method, params))

/** A later version's: session permissions, and accounts that are contracts. */
export const notYet: RpcHandler = {
  namespace: undefined,
  handle: () => {
    throw new AppError('NOT_SUPPORTED_YET')
  },
}
