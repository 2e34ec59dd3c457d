import type { ChannelMessage, Transport, WireError } from './transport.ts'

/**
 * Both sides of calls over a channel: `serveApi` answers, `createApiCaller` calls. Only direct calls of listed methods
 * pass, in Comlink 4.4.2's format. Comlink's other features are not supported.
 */

/** One method of a served API. `run` gets only what `parse` returned. */
export type ServedMethod<Args> = {
  parse(input: unknown[]): Args
  run(args: Args): unknown
  /** The longest request, in characters. */
  maxBytes?: number
}
// biome-ignore lint/suspicious/noExplicitAny: each method has its own arguments, and only its own `parse` feeds its `run`
export type ServedApi = { [name: string]: ServedMethod<any> }

export const defineMethod = <Args>(
  parse: (input: unknown[]) => Args,
  run: (args: Args) => unknown,
  maxBytes?: number,
): ServedMethod<Args> => (maxBytes === undefined ? { parse, run } : { parse, run, maxBytes })

const requestLimit = 65_536
const inFlightLimit = 32
const queueLimit = 1_000

/** Repeats rows of the error tables, so that this file imports no table. A test compares both. */
const failures = {
  METHOD_NOT_ALLOWED: [4200, 'Requested RPC call is not allowed'],
  INVALID_REQUEST: [-32600, 'The request is not valid'],
  TOO_MANY_REQUESTS: [-32005, 'Too many requests'],
  MESSAGE_TOO_LARGE: [-32600, 'The message is too large'],
  INTERNAL_ERROR: [-32603, 'An error occurred'],
  REQUEST_TIMEOUT: [-32603, 'The request timed out'],
  REQUEST_ABORTED: [-32603, 'Request was aborted'],
  DISCONNECTED: [4900, 'The provider is disconnected from all chains'],
} as const satisfies Record<string, readonly [number, string]>

export const wireErrorOf = (reason: keyof typeof failures): WireError => {
  const [code, message] = failures[reason]
  return { code, reason, message }
}

export const failureReply = (error: unknown) => ({
  type: 'HANDLER',
  name: 'throw',
  value: { isError: false, value: error },
})

export const serveApi = (wire: Transport, api: ServedApi, toWire: (thrown: unknown) => WireError): void => {
  const { limits } = wire
  let running = 0

  const respond = async (id: string, request: ChannelMessage, length: number) => {
    const reply = (body: object): boolean => wire.send({ id, ...body })
    const refuse = (reason: keyof typeof failures): boolean => reply(failureReply(wireErrorOf(reason)))

    if (limits && !limits.allows(request)) {
      refuse('INVALID_REQUEST')
      return wire.violation()
    }
    const call = readCall(request)
    if (!call) {
      refuse('METHOD_NOT_ALLOWED')
      return wire.violation()
    }
    // Own keys only, since an inherited name such as `constructor` is no method of the API.
    const method = Object.hasOwn(api, call.name) && api[call.name]
    if (!method) return void refuse('METHOD_NOT_ALLOWED')
    if (length > (method.maxBytes ?? requestLimit)) return void refuse('MESSAGE_TOO_LARGE')
    if (running >= inFlightLimit) return void refuse('TOO_MANY_REQUESTS')

    running++
    let body: object
    try {
      body = { type: 'RAW', value: await method.run(method.parse(call.input)) }
    } catch (thrown) {
      body = failureReply(toWire(thrown))
    }
    running--
    try {
      reply(body) || refuse('MESSAGE_TOO_LARGE')
    } catch {
      // The result cannot be written as JSON, for example a bigint. The serving side has a bug, but the caller still
      // gets an answer.
      refuse('INTERNAL_ERROR')
    }
  }

  wire.listen((message, length) => {
    const { id, path } = message
    // A message without a path is a reply, which `createApiCaller` handles.
    if (path === undefined) return false
    if (typeof id !== 'string' || id.length > 64) wire.violation()
    else if (!limits || limits.isNew(id)) void respond(id, message, length)
    return false
  })
}

/** Accepts only a direct call whose arguments are plain values. */
const readCall = ({ type, path, argumentList }: ChannelMessage): { name: string; input: unknown[] } | undefined => {
  if (type !== 'APPLY' || !Array.isArray(path) || path.length !== 1 || !Array.isArray(argumentList)) return
  const [name] = path
  if (typeof name !== 'string' || !argumentList.every((argument) => argument?.type === 'RAW')) return
  return { name, input: argumentList.map(({ value }) => value) }
}

type Callable = { [name: string]: (...args: never[]) => unknown }
export type CallOptions = { timeoutMs?: number; signal?: AbortSignal }
export type ApiCaller<Api> = <Name extends keyof Api & string>(
  method: Name,
  args: Api[Name] extends (...args: infer Args) => unknown ? Args : never,
  options?: CallOptions,
) => Promise<Api[Name] extends (...args: never[]) => infer Result ? Awaited<Result> : never>

/**
 * Calls the other side. Requests beyond the in-flight limit wait. Each request has its own timeout and fails alone.
 * `fromWire` turns the other side's unchecked failure into the rejection.
 */
export const createApiCaller = <Api extends { [Name in keyof Api]: Callable[string] }>(
  wire: Transport,
  { timeoutMs, fromWire }: { timeoutMs: number; fromWire: (value: unknown) => unknown },
): ApiCaller<Api> => {
  const pending = new Map<string, (reply: ChannelMessage) => void>()
  const waiting = new Map<string, () => void>()
  let closed = false

  wire.listen(
    ({ id, path, ...reply }) => {
      const settle = path === undefined && pending.get(id as string)
      if (settle) settle(reply)
      return !!settle
    },
    () => {
      closed = true
      waiting.clear()
      for (const settle of [...pending.values()]) settle(failureReply(wireErrorOf('DISCONNECTED')))
    },
  )

  return (method, args, { timeoutMs: ownTimeoutMs = timeoutMs, signal } = {}) =>
    new Promise((resolve, reject) => {
      // A call's id is unique but not secret, since only the holder of the other port can answer.
      const id = `${Math.random()}`
      const settle = ({ type, value }: ChannelMessage): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        pending.delete(id)
        waiting.delete(id)
        if (type === 'RAW') resolve(value as never)
        else reject(fromWire((value as { value?: unknown } | undefined)?.value))
        const [next] = waiting
        if (next && pending.size - waiting.size < inFlightLimit) {
          waiting.delete(next[0])
          next[1]()
        }
      }
      const fail = (reason: keyof typeof failures): void => settle(failureReply(wireErrorOf(reason)))
      const abort = (): void => fail('REQUEST_ABORTED')
      const send = (): void => {
        try {
          const argumentList = (args as unknown[]).map((value) => ({ type: 'RAW', value }))
          if (!wire.send({ id, type: 'APPLY', path: [method], argumentList })) fail('MESSAGE_TOO_LARGE')
        } catch {
          fail('INVALID_REQUEST')
        }
      }
      const timer = setTimeout(() => fail('REQUEST_TIMEOUT'), ownTimeoutMs)
      signal?.addEventListener('abort', abort)
      if (closed) fail('DISCONNECTED')
      else if (signal?.aborted) abort()
      else if (waiting.size >= queueLimit) fail('TOO_MANY_REQUESTS')
      else {
        pending.set(id, settle)
        if (pending.size - waiting.size > inFlightLimit) waiting.set(id, send)
        else send()
      }
    })
}
