import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import type { RpcMethod } from '@appkit-frame/loader/protocol/rpcMethods.ts'
import * as v from 'valibot'
import type { RpcPlace } from './scope.ts'

/** One JSON-RPC method: `run` never sees params that `parse` did not make. */
export type RpcHandler = {
  /** Undefined where it is of both. */
  namespace: 'eip155' | 'solana' | undefined
  handle(params: unknown, place: RpcPlace): unknown
}
export type HandlerTable = { readonly [Name in RpcMethod]: RpcHandler }

const define =
  (namespace: RpcHandler['namespace']) =>
  <Params>(
    schema: v.GenericSchema<unknown, Params>,
    run: (params: Params, place: RpcPlace) => unknown,
  ): RpcHandler => ({ namespace, handle: (params, place) => run(parseStrictly(schema, params), place) })

export const defineEvmMethod = define('eip155')
export const defineSolanaMethod = define('solana')

/** A fresh value of the schema's making, or INVALID_PARAMS without a word about what was in it. */
export const parseStrictly = <Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output => {
  const { success, output } = v.safeParse(schema, input)
  if (!success) throw new AppError('INVALID_PARAMS')
  return output
}
