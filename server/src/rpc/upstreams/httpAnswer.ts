import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** `json` is undefined if the status is not successful, or if the body is no JSON. */
type HttpAnswer = { status: number; retryAfter: string | null; json: unknown }

/** Sends one HTTP request and reads at most `limitBytes` of its answer, whatever its status. */
export type SendRequest = (
  url: string,
  init: RequestInit,
  bounds: { signal: AbortSignal; limitBytes: number },
) => Promise<HttpAnswer>

/**
 * Throws `RESOURCE_UNAVAILABLE` without an answer, and `PARSE_ERROR` if the answer is too long. The operator configured
 * the URL, so it may lead into the operator's own network, but redirects are refused.
 */
export const sendRequest: SendRequest = async (url, init, { signal, limitBytes }) => {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    const head = { status: response.status, retryAfter: response.headers.get('Retry-After') }
    if (response.ok) return { ...head, json: parseJson(await readBounded(response, limitBytes)) }
    await response.body?.cancel()
    return { ...head, json: undefined }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError(commonErrors.RESOURCE_UNAVAILABLE, { cause })
  }
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status <= 299

export const unreadableAnswerError = (cause?: unknown): AppError =>
  new AppError(commonErrors.PARSE_ERROR, cause === undefined ? {} : { cause })

const readBounded = async (response: Response, limitBytes: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw unreadableAnswerError()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, keepLargeNumber)
  } catch {
    // JSON never contains `undefined`, so this value tells that the text is no JSON.
    return undefined
  }
}

/**
 * Parses an integer above 53 bits from its source text, because a double can't hold it. Older runtimes pass no source
 * text.
 */
const keepLargeNumber = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value
