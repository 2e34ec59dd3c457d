import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** The longest answer. Every answer with a balance is shorter. */
const answerLimit = 64 * 1024

/** Sends requests to the URL of one node: `call` by JSON-RPC, `get` by REST. */
export type NodeClient = {
  get(path: string): Promise<unknown>
  call(method: string, params: unknown): Promise<unknown>
}

/**
 * Throws `RESOURCE_UNAVAILABLE` if the node doesn't answer, and `PARSE_ERROR` if its answer is unreadable. The operator
 * configured the URL, so it may lead into the operator's own network, but redirects are refused.
 */
export const createNodeClient = (url: string, signal: AbortSignal): NodeClient => ({
  get: (path) => fetchJson(below(url, path), { headers: { Accept: 'application/json' } }, signal),
  call: async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetchJson(url, { method: 'POST', headers, body }, signal)
    const { result, error } = Object(answer) as { result?: unknown; error?: unknown }
    if (error != null) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    if (result === undefined) throw unreadableAnswerError()
    return result
  },
})

export const unreadableAnswerError = (cause?: unknown): AppError =>
  new AppError(commonErrors.PARSE_ERROR, cause === undefined ? {} : { cause })

/** Appends a path to the URL of a node and keeps its query, which may contain an API key. */
const below = (url: string, path: string): string => {
  const target = new URL(url)
  const [name = '', query] = path.split('?')
  target.pathname = `${target.pathname.replace(/\/+$/, '')}/${name}`
  for (const [key, value] of new URLSearchParams(query)) target.searchParams.set(key, value)
  return target.href
}

const fetchJson = async (url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> => {
  const text = await fetchText(url, init, signal)
  try {
    return JSON.parse(text, keepLargeNumber)
  } catch (cause) {
    throw unreadableAnswerError(cause)
  }
}

const fetchText = async (url: string, init: RequestInit, signal: AbortSignal): Promise<string> => {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { message: `status ${response.status}` })
    }
    return await readBounded(response)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError(commonErrors.RESOURCE_UNAVAILABLE, { cause })
  }
}

const readBounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > answerLimit) throw unreadableAnswerError()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Parses an integer above 53 bits from its source text, because a double can't hold it. Older runtimes pass no source
 * text.
 */
const keepLargeNumber = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value
