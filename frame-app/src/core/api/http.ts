import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { type ErrorEntry, type ErrorTable, errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'

const retries = 3
const baseDelayMs = 150
const noContent = 204
const retriedStatuses = new Set([403, 408, 413, 429, 500, 502, 503, 504])
/** If the header `Retry-After` demands a longer wait, the request fails without a retry. */
const longestWaitMs = 10_000

type Options = {
  method?: 'GET' | 'POST'
  json?: unknown
  /** Bearer token of a signed-in visitor. */
  token?: string
  timeoutMs: number
  /**
   * Whether the request may be sent again after the connection broke, because the server may already have acted on it.
   * By default only a GET may.
   */
  isRepeatable?: boolean
  /** The errors whose codes the server may send in the answer. */
  errors?: ErrorTable
}

/** Fetches JSON from the server of this frame. Every failure is an `AppError`; HTTP failures carry their status. */
export const fetchJson = async (path: string, options: Options): Promise<unknown> => {
  for (let attempt = 0; ; attempt++) {
    const { answer, text, error: broken } = await fetchOnce(path, options)
    if (answer?.ok) return answer.status === noContent ? null : parse(text)
    const failure = answer
      ? readFailure(answer, text, options.errors ?? commonErrors)
      : { error: broken, isRetried: mayRepeat(broken, options) }
    const waitMs = retryAfterMs(answer?.headers.get('Retry-After') ?? null) ?? baseDelayMs * 2 ** attempt
    if (!failure.isRetried || attempt >= retries || waitMs > longestWaitMs) throw failure.error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** A request that timed out is not sent again, because the visitor has waited long enough. */
const mayRepeat = ({ code }: AppError, { method = 'GET', isRepeatable = method === 'GET' }: Options): boolean =>
  isRepeatable && code === 'SERVER_UNREACHABLE'

type Fetched = { answer: Response; text: string; error?: never } | { answer?: never; text?: never; error: AppError }

/** The timeout includes the response body, because the connection can also break while the body arrives. */
const fetchOnce = async (path: string, { method = 'GET', json, token, timeoutMs }: Options): Promise<Fetched> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(path, {
      method,
      credentials: 'omit',
      signal: timeout,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { answer, text: await answer.text() }
  } catch (cause) {
    if (timeout.aborted) return { error: new AppError(commonErrors.REQUEST_TIMEOUT, { cause }) }
    const entry = navigator.onLine ? commonErrors.SERVER_UNREACHABLE : commonErrors.OFFLINE
    return { error: new AppError(entry, { values: { origin: location.origin }, cause }) }
  }
}

/** The messages with which the server refuses a site whose set-up is wrong, and their error codes. */
const setupFailures = new Map<unknown, ErrorEntry>([
  ['Unauthorized: origin not allowed', commonErrors.ORIGIN_NOT_ALLOWED],
  ['JWT validation error: JWT Token is not yet valid', commonErrors.SESSION_EXPIRED],
  ['Unauthorized: invalid key', commonErrors.INVALID_PROJECT_ID],
])

type Reason = { description?: unknown; code?: unknown }

const readFailure = (
  { status }: Response,
  text: string,
  errors: ErrorTable,
): { error: AppError; isRetried: boolean } => {
  const reasons = readReasons(text)
  const refusal = reasons.map(({ code }) => errorEntryOf(errors, code)).find(Boolean)
  // Don't retry a coded error: the server may have used up the nonce or code that was sent.
  if (refusal) return { error: new AppError(refusal), isRetried: false }
  const failure = reasons.map(({ description }) => setupFailures.get(description)).find(Boolean)
  return {
    error: failure ? new AppError(failure) : new AppError(commonErrors.HTTP_FAILED, { values: { status } }),
    isRetried: retriedStatuses.has(status),
  }
}

const readReasons = (text: string): Reason[] => {
  try {
    const { reasons } = Object(JSON.parse(text)) as { reasons?: unknown }
    return Array.isArray(reasons) ? reasons.map(Object) : []
  } catch {
    // If a failed answer has no JSON body, only its status is known.
    return []
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError(commonErrors.PARSE_ERROR, { cause })
  }
}

/** Reads the header `Retry-After`, which has seconds or a date. */
const retryAfterMs = (value: string | null): number | undefined => {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
