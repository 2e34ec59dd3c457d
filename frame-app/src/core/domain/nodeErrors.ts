import { cleanText } from '@appkit-frame/loader/protocol/errors/cleanText.ts'
import { type CatalogueCode, entryOf } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/errors.ts'

/** A node's answer that it could not do what it was asked. Number, words and data are its own; `code` says what it means. */
export const nodeError = (answered: unknown): AppError => {
  const { code, message, data } = Object(answered) as Record<string, unknown>
  const reason = reasons.get(code) ?? 'UNKNOWN_NODE_ERROR'
  return new AppError(reason, {
    number: Number.isSafeInteger(code) ? (code as number) : entryOf(reason).number,
    message: (typeof message === 'string' && cleanText(message)) || entryOf(reason).short,
    // What is no hex stays here, as with every error.
    data: typeof data === 'string' ? data : undefined,
    cause: answered,
  })
}

/** EIP-1474, and 3 for what a contract refused. */
const reasons = new Map<unknown, CatalogueCode>([
  [3, 'EXECUTION_REVERTED'],
  [-32600, 'INVALID_REQUEST'],
  [-32601, 'METHOD_NOT_FOUND'],
  [-32602, 'INVALID_PARAMS'],
  [-32001, 'RESOURCE_NOT_FOUND'],
  [-32002, 'RESOURCE_UNAVAILABLE'],
  [-32003, 'TRANSACTION_REJECTED'],
  [-32004, 'METHOD_NOT_SUPPORTED'],
  [-32005, 'TOO_MANY_REQUESTS'],
])
