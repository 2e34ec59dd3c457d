import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { nodeErrorOf } from '@appkit-frame/loader/protocol/rpc/nodeErrors.ts'

/**
 * Makes an `AppError` from the error that a node answered. Number, message and data come from the node, `code` from our
 * error table.
 */
export const nodeError = (answered: unknown): AppError => {
  const { code, message, data } = Object(answered) as Record<string, unknown>
  const entry = nodeErrorOf(code)
  return new AppError(entry, {
    number: Number.isSafeInteger(code) ? (code as number) : entry.number,
    message: (typeof message === 'string' && cleanText(message)) || entry.short,
    // Only a text can be revert data. `toWireError` also omits text that is not hex.
    data: typeof data === 'string' ? data : undefined,
    cause: answered,
  })
}
