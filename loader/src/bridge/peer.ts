import { failure } from '../failure.ts'

// biome-ignore lint/suspicious/noExplicitAny: each method checks what the frame gives it
export type Methods = { [name: string]: (...args: any[]) => unknown }
export type Peer = (method: string, args: unknown[], timeoutMs?: number) => Promise<unknown>
type Message = { id?: unknown; path?: string[]; type?: unknown; value?: unknown; argumentList?: { value: unknown }[] }

const messageLimit = 4_194_304
const inFlightLimit = 32
const readMs = 10_000

/**
 * The page's end of the line to the frame: JSON text in Comlink's format, as `protocol/peer.ts` speaks it. Left out are
 * the limits that hold a less trusted side, since the page trusts the frame more than the frame the page.
 */
export const createPeer = (port: MessagePort, methods: Methods): Peer => {
  const calls = new Map<unknown, (message: Message) => void>()
  const waiting = new Map<unknown, () => void>()
  let last = 0

  const post = (message: object): void => port.postMessage(JSON.stringify(message))
  const respond = async (id: unknown, { path = [], argumentList = [] }: Message): Promise<void> => {
    let reply: Message & { name?: string }
    try {
      const name = path.join()
      // Own names only: what an object inherits is a way to `constructor`.
      if (!Object.hasOwn(methods, name)) throw failure(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      reply = { type: 'RAW', value: await methods[name]?.(...argumentList.map(({ value }) => value)) }
    } catch (thrown) {
      const { code, reason, message, data } = Object(thrown)
      reply = { type: 'HANDLER', name: 'throw', value: { isError: false, value: { code, reason, message, data } } }
    }
    post({ id, ...reply })
  }
  port.onmessage = ({ data }) => {
    // Reading `data` is what deserialises it, so the first thing that is no text is the last.
    if (typeof data !== 'string' || data.length > messageLimit) return port.close()
    try {
      const { id, ...message } = JSON.parse(data)
      if (message.path) respond(id, message)
      else calls.get(id)?.(message)
    } catch {
      // No message of ours. A call that it was meant for ends by its time-out.
    }
  }

  /** Beyond those in flight a call waits its turn. It rejects with what the host gets. */
  return (method, args, timeoutMs = readMs) =>
    new Promise((resolve, reject) => {
      const id = `${++last}`
      const start = (): void =>
        post({ id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) })
      const settle = ({ type, value }: Message): void => {
        clearTimeout(timer)
        calls.delete(id)
        waiting.delete(id)
        if (type === 'RAW') resolve(value)
        else {
          const { code, reason, message, data } = Object(Object(value).value)
          reject(Object.assign(failure(code, reason, message), data && { data }))
        }
        const [next] = waiting
        if (next && calls.size - waiting.size < inFlightLimit) {
          waiting.delete(next[0])
          next[1]()
        }
      }
      const timedOut = { value: { value: failure(-32603, 'REQUEST_TIMEOUT', 'The request timed out') } }
      const timer = setTimeout(settle, timeoutMs, timedOut)
      calls.set(id, settle)
      if (calls.size - waiting.size <= inFlightLimit) start()
      else waiting.set(id, start)
    })
}
