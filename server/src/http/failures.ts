import type { HttpFailure } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { type ErrorCode, type ErrorTable, errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fillText, type TextValues } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { Context } from 'hono'
import type { Log, LogFields } from './log.ts'
import { type HeaderRecord, reply } from './replies.ts'
import { requestIdOf } from './requestId.ts'

type Reason = HttpFailure['reasons'][number]

/**
 * Makes the answer to a failed request, in the shape that all APIs use. Clients don't retry a failure whose reason has
 * a code.
 */
export const failureResponse = (
  headers: HeaderRecord,
  status: number,
  { field = '', ...reason }: Omit<Reason, 'field'> & { field?: string },
): Response =>
  reply(
    status,
    { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    JSON.stringify({ status: 'FAILED', reasons: [{ field, ...reason }] } satisfies HttpFailure),
  )

/** Makes the answer for an error code, with its status. Leaves out the error's message, which may quote the request. */
export const codedFailureResponse = (
  headers: HeaderRecord,
  { code, values = {} }: { code: ErrorCode; values?: TextValues },
  field = '',
): Response => {
  const response = failureResponse(headers, statuses[code] ?? 400, {
    field,
    description: fillText(errorEntryOf(errors, code)?.short ?? code, values),
    code,
    ...(Object.keys(values).length > 0 && { values }),
  })
  codes.set(response, code)
  return response
}

const codes = new WeakMap<Response, ErrorCode>()

/** The error code of an answer, for the log. Undefined for any other answer. */
export const codeOf = (response: Response): ErrorCode | undefined => codes.get(response)

/**
 * Logs only where in the code an error was thrown. The error's message may quote a visitor's request or a row of the
 * database.
 */
export const logError = (log: Log, error: unknown, event = 'request failed', fields: LogFields = {}): void => {
  const { name, stack } = error instanceof Error ? error : new Error()
  const position = stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  log.write(event, { ...fields, name, at: position?.trim() })
}

/** Makes the error handler of an app, which logs an error and answers without its message. */
export const createErrorHandler =
  (log: Log, headers: HeaderRecord) =>
  (error: Error, context?: Context): Response => {
    // The visitor closed the connection, so nobody gets the answer. The log already has one line for each request.
    if (error instanceof AppError && error.code === 'REQUEST_ABORTED') return codedFailureResponse(headers, error)
    logError(log, error, undefined, { id: context && requestIdOf(context) })
    return failureResponse(headers, 500, { description: 'An error occurred' })
  }

const errors: ErrorTable = { ...embeddedWalletErrors, ...siwxErrors }

/** The HTTP status of each error code. All other codes have 400. */
const statuses: { readonly [code in ErrorCode]?: number } = {
  DPOP_INVALID: 401,
  SESSION_REVOKED: 401,
  SESSION_EXPIRED: 401,
  SIWX_DOMAIN_MISMATCH: 401,
  SIWX_URI_MISMATCH: 401,
  SIWX_CHAIN_MISMATCH: 401,
  SIWX_ADDRESS_MISMATCH: 401,
  SIWX_NONCE_INVALID: 401,
  SIWX_EXPIRED: 401,
  SIWX_NOT_YET_VALID: 401,
  SIWX_SIGNATURE_INVALID: 401,
  SIWX_SESSION_INVALID: 401,
  ORIGIN_NOT_ALLOWED: 403,
  FRESH_LOGIN_REQUIRED: 403,
  WINDOW_REQUIRED: 403,
  DEVICE_NOT_APPROVED: 403,
  LOGIN_FROZEN: 403,
  WALLET_NOT_ACTIVE: 403,
  CHALLENGE_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  KEY_SET_NOT_FOUND: 404,
  FLOW_NOT_FOUND: 404,
  WALLET_MISSING: 404,
  WALLET_EXISTS: 409,
  LAST_DURABLE_SET: 409,
  MESSAGE_TOO_LARGE: 413,
  INVALID_REQUEST: 415,
  EMAIL_COOLDOWN: 429,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  LOGIN_NOT_AVAILABLE: 501,
  MAIL_NOT_SENT: 502,
  GUARDIAN_UNREACHABLE: 503,
  RESOURCE_UNAVAILABLE: 503,
  SIWX_NOT_VERIFIED: 503,
}
