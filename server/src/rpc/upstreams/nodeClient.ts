import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isSuccess, type SendRequest, sendRequest, unreadableAnswerError } from './httpAnswer.ts'

/** The longest answer by default. Every answer with one balance is shorter. */
const shortAnswerBytes = 64 * 1024

type Call = { method: string; params: unknown }

/** Sends requests to the URL of one node: `call` by JSON-RPC, `get` by REST. */
export type NodeClient = {
  /** The URL of the node, by which a reader remembers facts about it. It may contain a key. */
  url: string
  get(path: string): Promise<unknown>
  call(method: string, params: unknown): Promise<unknown>
  /** Like `call`, with undefined if the node refuses the call. */
  tryCall(method: string, params: unknown): Promise<unknown>
  /** Sends several calls as one JSON-RPC batch. A call that the node refuses has the result undefined. */
  callBatch(calls: readonly Call[]): Promise<unknown[]>
}

type Options = { send?: SendRequest; limitBytes?: number }

/**
 * Throws `RESOURCE_UNAVAILABLE` if the node doesn't answer or refuses the request, and `PARSE_ERROR` if its answer is
 * unreadable.
 */
export const createNodeClient = (
  url: string,
  signal: AbortSignal,
  { send = sendRequest, limitBytes = shortAnswerBytes }: Options = {},
): NodeClient => {
  const fetchJson = async (target: string, init: RequestInit): Promise<unknown> => {
    const answer = await send(target, init, { signal, limitBytes })
    if (!isSuccess(answer)) throw unavailable(`status ${answer.status}`)
    if (answer.json === undefined) throw unreadableAnswerError()
    return answer.json
  }
  const post = (body: unknown): Promise<unknown> =>
    fetchJson(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  const callOnce = async (method: string, params: unknown): Promise<RpcAnswer> =>
    Object(await post({ jsonrpc: '2.0', id: 1, method, params }))

  return {
    url,
    get: (path) => fetchJson(below(url, path), { headers: { Accept: 'application/json' } }),
    call: async (method, params) => {
      const { result, error } = await callOnce(method, params)
      if (error != null) throw unavailable()
      if (result === undefined) throw unreadableAnswerError()
      return result
    },
    tryCall: async (method, params) => {
      const { result, error } = await callOnce(method, params)
      if (error == null && result === undefined) throw unreadableAnswerError()
      return error == null ? result : undefined
    },
    callBatch: async (calls) => {
      const answers = await post(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
      if (!Array.isArray(answers)) throw unreadableAnswerError()
      const byId = new Map(answers.map((answer) => [Object(answer).id, Object(answer) as RpcAnswer]))
      if (calls.some((_, id) => !byId.has(id))) throw unreadableAnswerError()
      return calls.map((_, id) => byId.get(id)?.result)
    },
  }
}

type RpcAnswer = { result?: unknown; error?: unknown }

const unavailable = (message?: string): AppError =>
  new AppError(commonErrors.RESOURCE_UNAVAILABLE, message === undefined ? {} : { message })

/** Appends a path to the URL of a node and keeps its query, which may contain an API key. */
const below = (url: string, path: string): string => {
  const target = new URL(url)
  const [name = '', query] = path.split('?')
  target.pathname = `${target.pathname.replace(/\/+$/, '')}/${name}`
  for (const [key, value] of new URLSearchParams(query)) target.searchParams.set(key, value)
  return target.href
}
