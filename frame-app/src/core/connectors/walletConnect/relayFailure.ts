import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** The relay closes with 3000 and one of these; coming again would change nothing. */
const refusals = [
  [/invalid key|project/i, commonErrors.INVALID_PROJECT_ID],
  [/origin not allowed/i, commonErrors.ORIGIN_NOT_ALLOWED],
  [/not yet valid|expired|JWT/i, commonErrors.SESSION_EXPIRED],
] as const

/** What a relay's closing words mean; undefined where it is a broken line, which is tried again. */
export const relayRefusal = (message: string, origin: string): AppError | undefined => {
  if (!/\b3000\b|unauthorized|JWT/i.test(message)) return undefined
  const [, entry = commonErrors.RELAY_UNREACHABLE] = refusals.find(([words]) => words.test(message)) ?? []
  return new AppError(entry, { values: { origin }, cause: message })
}

/** What the client throws, in our words. A wallet's own answer is none of it: that one has a code. */
export const relayFailure = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown
  const { message } = Object(thrown) as { message?: unknown }
  const text = typeof message === 'string' ? message : ''
  if (/no internet|offline/i.test(text)) return new AppError(commonErrors.OFFLINE, { cause: thrown })
  if (/request expired/i.test(text)) return new AppError(commonErrors.REQUEST_TIMEOUT, { cause: thrown })
  if (/expired/i.test(text)) return new AppError(commonErrors.PAIRING_EXPIRED, { cause: thrown })
  return new AppError(commonErrors.RELAY_UNREACHABLE, { cause: thrown })
}
