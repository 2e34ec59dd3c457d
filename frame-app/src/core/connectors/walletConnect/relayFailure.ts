import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'

/** The relay closes the socket with code 3000 and one of these reasons. The relay would refuse a retry too. */
const refusals = [
  [/invalid key|project/i, commonErrors.INVALID_PROJECT_ID],
  [/origin not allowed/i, commonErrors.ORIGIN_NOT_ALLOWED],
  [/not yet valid|expired|JWT/i, commonErrors.SESSION_EXPIRED],
] as const

/**
 * The error for a relay that refused the connection. Undefined if the connection was only lost, because sign-client
 * then reconnects by itself.
 */
export const relayRefusal = (message: string, origin: string): AppError | undefined => {
  if (!/\b3000\b|unauthorized|JWT/i.test(message)) return undefined
  const [, entry = relayErrors.RELAY_UNREACHABLE] = refusals.find(([pattern]) => pattern.test(message)) ?? []
  return new AppError(entry, { values: { origin }, cause: message })
}

/** The error for a failure within sign-client, such as an expired request or no internet. */
export const relayFailure = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown
  const { message } = Object(thrown) as { message?: unknown }
  const text = typeof message === 'string' ? message : ''
  if (/no internet|offline/i.test(text)) return new AppError(commonErrors.OFFLINE, { cause: thrown })
  if (/request expired/i.test(text)) return new AppError(commonErrors.REQUEST_TIMEOUT, { cause: thrown })
  if (/expired/i.test(text)) return new AppError(relayErrors.PAIRING_EXPIRED, { cause: thrown })
  return new AppError(relayErrors.RELAY_UNREACHABLE, { cause: thrown })
}

/** sign-client rejects with the wallet's error or with an internal error. Only the wallet's error has a code. */
export const signClientError = (thrown: unknown): AppError =>
  !(thrown instanceof AppError) && Object(thrown).code ? toWalletError(thrown) : relayFailure(thrown)
