import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import type { RpcMethod } from '@appkit-frame/loader/protocol/rpcMethods.ts'
import * as v from 'valibot'
import { defineEvmMethod, type RpcHandler } from './method.ts'
import { evmAddress } from './scope.ts'

const anyList = v.optional(v.array(v.unknown()), [])

/** Answered by the operator's node as it answers. */
export const readNode = (method: RpcMethod): RpcHandler =>
  defineEvmMethod(anyList, (params, { scope, chainId }) => scope.node.ask(chainId, method, params))

const hexWord = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/))
const accountParams = v.tuple([
  evmAddress,
  v.optional(v.union([v.string(), v.record(v.string(), v.unknown())]), 'latest'),
])
const proof = v.object({ balance: hexWord, codeHash: hexWord, nonce: hexWord, storageHash: hexWord })
/** Few nodes know the method, and all can prove what it answers. */
export const account = defineEvmMethod(accountParams, async ([address, block], { scope, chainId }) => {
  const { success, output } = v.safeParse(proof, await scope.node.ask(chainId, 'eth_getProof', [address, [], block]))
  if (!success) throw new AppError('UNKNOWN_NODE_ERROR')
  const { storageHash, ...rest } = output
  return { ...rest, storageRoot: storageHash }
})

/** A later version's: session permissions, and accounts that are contracts. */
export const notYet: RpcHandler = {
  namespace: undefined,
  handle: () => {
    throw new AppError('NOT_SUPPORTED_YET')
  },
}
