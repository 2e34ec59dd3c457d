import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { nodeErrorOf } from '@appkit-frame/loader/protocol/rpc/nodeErrors.ts'

/** A node's answer that it could not do what it was asked. Number, text and data are the node's; `code` says what it means. */
export const nodeError = (answered: unknown): AppError => {
  const { code, message, data } = Object(answered) as Record<string, unknown>
  const entry = nodeErrorOf(code)
  return new AppError(entry, {
    number: Number.isSafeInteger(code) ? (code as number) : entry.number,
    message: (typeof message === 'string' && cleanText(message)) || entry.short,
    // Data that is not hex stays here, as with every error.
    data: typeof data === 'string' ? data : undefined,
    cause: answered,
  })
}
