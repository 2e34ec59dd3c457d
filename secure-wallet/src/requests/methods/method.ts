import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { EmbeddedNamespace, RpcMethodsOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import * as v from 'valibot'
import type { ApprovedResult } from '../../approval/approvals.ts'
import type { RpcContext } from './scope.ts'

/** A function that answers the requests of one JSON-RPC method. */
export type RpcHandler<Result = unknown> = (params: unknown, context: RpcContext) => Result
/**
 * The handlers of exactly those methods that the RPC policy (`loader/protocol/rpc/methods.ts`) lets this wallet answer.
 * If the policy demands an approval for a method, its handler must return the result of an approval.
 */
export type HandlerTable = {
  readonly [Name in RpcMethodsOf<'wallet', EmbeddedNamespace>]: Name extends RpcMethodsOf<
    'wallet',
    EmbeddedNamespace,
    'approve'
  >
    ? RpcHandler<Promise<ApprovedResult>>
    : RpcHandler
}

/** Makes a handler from a schema of the params. `run` gets only params that the schema accepts. */
export const defineRpcMethod =
  <Params, Result>(
    schema: v.GenericSchema<unknown, Params>,
    run: (params: Params, context: RpcContext) => Result,
  ): RpcHandler<Result> =>
  (params, context) =>
    run(parseStrictly(schema, params), context)

/** Parses an input by a schema into a new value. Throws INVALID_PARAMS without details of the input. */
export const parseStrictly = <Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output => {
  const { success, output } = v.safeParse(schema, input)
  if (!success) throw new AppError(commonErrors.INVALID_PARAMS)
  return output
}
