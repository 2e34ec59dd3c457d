import { AppError } from 'loader/protocol/errors.ts'
import { isRpcMethod } from 'loader/protocol/rpcMethods.ts'
import { accounts } from './accounts.ts'
import type { HandlerTable } from './method.ts'

const handlers: HandlerTable = { eth_accounts: accounts }

/**
 * The list of methods is enforced here, whatever the modal and the loader let through. A listed method without a
 * handler says that it is not available yet; what is not listed is refused before any handler is looked for.
 */
export const answerRpc = (method: string, params: unknown): unknown => {
  if (!isRpcMethod(method)) throw new AppError('METHOD_NOT_ALLOWED')
  const handler = handlers[method]
  if (!handler) throw new AppError('METHOD_NOT_AVAILABLE')
  return handler.handle(params)
}
