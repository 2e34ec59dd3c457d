import type { Call } from './peer.ts'
import type { Message, WireError } from './wire.ts'

/**
 * The host page's end of the line, for the loader, which has 3 KB for everything. It speaks as `peer.ts` does; what is
 * left out are the limits that hold a less trusted side, since the page trusts the frame more than the frame the page.
 */

/** Each method checks its own arguments. What it throws crosses only if it is a `WireError`. */
export type HostMethods = { [name: string]: (...args: never[]) => unknown }

const inFlightLimit = 32

const failure = (code: number, reason: string, message: string): WireError => ({ code, reason, message })

/** `methods` is looked at on each call, so that the bridge can add its own. A failed call rejects with a `WireError`. */
export const connectHost = <Api>(
  port: MessagePort,
  methods: HostMethods,
  timeoutMs: number,
): { call: Call<Api>; close: () => void } => {
  const calls = new Map<unknown, (error: unknown, value?: unknown) => void>()
  const waiting = new Map<unknown, () => void>()
  let last = 0

  const post = (message: object): void => port.postMessage(JSON.stringify(message))

  const respond = async (id: unknown, { type, path, argumentList }: Message): Promise<void> => {
    let reply: object
    try {
      const [name = '', ...rest] = path as string[]
      // Own keys only: what an object inherits is a way to `constructor`.
      if (type !== 'APPLY' || rest.length > 0 || !Object.hasOwn(methods, name))
        throw failure(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      reply = {
        type: 'RAW',
        value: await methods[name]?.(...(argumentList as { value: never }[]).map((argument) => argument.value)),
      }
    } catch (thrown) {
      const value = (thrown as WireError)?.reason ? thrown : failure(-32603, 'INTERNAL_ERROR', 'An error occurred')
      reply = { type: 'HANDLER', name: 'throw', value: { isError: false, value } }
    }
    post({ id, ...reply })
  }
  const close = (): void => {
    port.close()
    waiting.clear()
    for (const settle of calls.values()) settle(failure(4900, 'DISCONNECTED', 'The modal is gone'))
  }
  port.onmessage = ({ data }) => {
    // Reading `data` is what deserialises it, so the first thing that is no text is the last.
    if (typeof data !== 'string' || data.length > 4_194_304) return close()
    try {
      const { id, ...message } = JSON.parse(data)
      if (message.path) respond(id, message)
      else calls.get(id)?.(message.type !== 'RAW' && message.value.value, message.value)
    } catch {
      // No message of ours; a call that it was meant for ends by its timeout.
    }
  }

  return {
    close,
    call: (method, args, options) =>
      new Promise((resolve, reject) => {
        const id = `${++last}`
        const start = (): void =>
          post({ id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) })
        const settle = (error: unknown, value?: unknown): void => {
          clearTimeout(timer)
          calls.delete(id)
          waiting.delete(id)
          if (error) reject(error)
          else resolve(value as never)
          const [next] = waiting
          if (next && calls.size - waiting.size < inFlightLimit) {
            waiting.delete(next[0])
            next[1]()
          }
        }
        const timer = setTimeout(
          () => settle(failure(-32603, 'REQUEST_TIMEOUT', 'The request timed out')),
          options?.timeoutMs ?? timeoutMs,
        )
        if (calls.size - waiting.size < inFlightLimit) start()
        else waiting.set(id, start)
        calls.set(id, settle)
      }),
  }
}
