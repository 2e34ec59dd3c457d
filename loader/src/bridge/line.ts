import { failure } from '../failure.ts'

// biome-ignore lint/suspicious/noExplicitAny: each method checks what the frame gives it
export type Methods = { [name: string]: (...args: any[]) => unknown }
type Message = { id?: unknown; path?: unknown; type?: unknown; value?: unknown; argumentList?: { value: unknown }[] }

const messageLimit = 4_194_304
const inFlightLimit = 32
const readMs = 10_000

/**
 * The page's end of the line to the frame: JSON text in Comlink's format, as `protocol/peer.ts` speaks it. Left out are
 * the limits that hold a less trusted side, since the page trusts the frame more than the frame the page. It outlives a
 * frame that was loaded again: what still waits for its answer is asked again.
 */
export const createLine = (methods: Methods, useFrame: (query: string) => unknown) => {
  const calls = new Map<unknown, [text: string, settle: (message: Message) => void]>()
  let waiting = new Set<unknown>()
  let port: MessagePort | undefined
  let last = 0

  const write = (method: string, args: unknown[]): string =>
    JSON.stringify({
      id: `${++last}`,
      type: 'APPLY',
      path: [method],
      argumentList: args.map((value) => ({ type: 'RAW', value })),
    })
  const pump = (): void => {
    for (const id of waiting) {
      if (!port || calls.size - waiting.size >= inFlightLimit) return
      waiting.delete(id)
      port.postMessage(calls.get(id)?.[0])
    }
  }
  const respond = async ({ id, path, argumentList }: Message, from: MessagePort): Promise<void> => {
    let reply: object
    try {
      // Own names only: what an object inherits is a way to `constructor`.
      if (!Object.hasOwn(methods, `${path}`)) throw failure(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      reply = { type: 'RAW', value: await methods[`${path}`]?.(...(argumentList ?? []).map(({ value }) => value)) }
    } catch (thrown) {
      const { code, reason, message, data } = Object(thrown)
      reply = { type: 'HANDLER', name: 'throw', value: { isError: false, value: { code, reason, message, data } } }
    }
    from.postMessage(JSON.stringify({ id, ...reply }))
  }

  return {
    /** `greet` tells the frame what it has to know before anything is asked of it. */
    connect: (next: MessagePort, greet: () => void): void => {
      port = next
      waiting = new Set(calls.keys())
      next.onmessage = ({ data }) => {
        // Reading `data` is what deserialises it, so the first thing that is no text is the last.
        if (typeof data !== 'string' || data.length > messageLimit) return next.close()
        const message = JSON.parse(data)
        if (message.path) respond(message, next)
        else calls.get(message.id)?.[1](message)
      }
      greet()
      pump()
    },
    /** There is no frame and none will come. */
    gone: (cause: Error): void => {
      port = undefined
      for (const [, settle] of calls.values()) settle({ value: { value: cause } })
    },
    /** Tells the frame, if there is one. It is told everything when it shakes hands. */
    tell: (method: string, ...args: unknown[]): void => port?.postMessage(write(method, args)),
    /** Asks the frame; without one, creates a hidden one that only reads. Beyond those in flight it waits its turn. */
    ask: (method: string, args: unknown[], timeoutMs = readMs): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const text = write(method, args)
        const id = `${last}`
        const settle = ({ type, value }: Message): void => {
          clearTimeout(timer)
          calls.delete(id)
          waiting.delete(id)
          const { code, reason, message, data } = Object(Object(value).value)
          if (type === 'RAW') resolve(value)
          else reject(Object.assign(failure(code, reason, message), data && { data }))
          pump()
        }
        const late = { value: { value: failure(-32603, 'REQUEST_TIMEOUT', 'The request timed out') } }
        const timer = setTimeout(settle, timeoutMs, late)
        calls.set(id, [text, settle])
        waiting.add(id)
        useFrame('core')
        pump()
      }),
  }
}
