import { AppError } from 'loader/protocol/errors.ts'
import type { RpcMethod } from 'loader/protocol/rpcMethods.ts'
import * as v from 'valibot'

/** One JSON-RPC method: `run` never sees params that `parse` did not make. */
export type RpcHandler = { handle(params: unknown): unknown }
export type HandlerTable = { readonly [Name in RpcMethod]?: RpcHandler }

export const defineRpcMethod = <Params>(
  schema: v.GenericSchema<unknown, Params>,
  run: (params: Params) => unknown,
): RpcHandler => ({ handle: (params) => run(parseStrictly(schema, params)) })

/** A fresh value of the schema's making, or INVALID_PARAMS without a word about what was in it. */
export const parseStrictly = <Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output => {
  const { success, output } = v.safeParse(schema, input)
  if (!success) throw new AppError('INVALID_PARAMS')
  return output
}
