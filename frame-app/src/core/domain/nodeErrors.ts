import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { nodeErrorOf } from '@appkit-frame/loader/protocol/rpc/nodeErrors.ts'

/** The error for a node's error answer. Number, message and data are the node's; `code` is ours. */
export const nodeError = (answered: unknown): AppError => {
  const { code, message, data } = Object(answered) as Record<string, unknown>
  const entry = nodeErrorOf(code)
  return new AppError(entry, {
    number: Number.isSafeInteger(code) ? (code as number) : entry.number,
    message: (typeof message === 'string' && cleanText(message)) || entry.short,
    // Only hex data may cross to the page.
    data: typeof data === 'string' ? data : undefined,
    cause: answered,
  })
}
