import type { WalletFailure } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { reply } from '../../http/replies.ts'

/** The HTTP status of a failure; 400 for all that aren't here. */
const statuses: { readonly [code in ErrorCode]?: number } = {
  DPOP_INVALID: 401,
  SESSION_REVOKED: 401,
  SESSION_EXPIRED: 401,
  ORIGIN_NOT_ALLOWED: 403,
  FRESH_LOGIN_REQUIRED: 403,
  DEVICE_NOT_APPROVED: 403,
  LOGIN_FROZEN: 403,
  WALLET_NOT_ACTIVE: 403,
  CHALLENGE_NOT_FOUND: 404,
  DEVICE_LINK_INVALID: 404,
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
}

export const walletFailure = (headers: Record<string, string>, { code, values }: Pick<AppError, 'code' | 'values'>) => {
  const hasValues = Object.keys(values).length > 0
  const body: WalletFailure = hasValues ? { code, values } : { code }
  return reply(statuses[code] ?? 400, headers, JSON.stringify(body))
}
