import type { FrameQuery } from '../hook.ts'
import { createAppKitError } from './refuse.ts'

// biome-ignore lint/suspicious/noExplicitAny: each method checks what the frame gives it
export type HostMethods = { [name: string]: (...args: any[]) => unknown }

const inFlightLimit = 32
const readMs = 10_000

/**
 * The page's end of the channel to the frame: JSON text in Comlink's format, as in `protocol/wire/peer.ts`. It sets no
 * limits, since the frame is the more trusted side. The channel outlives a frame that was loaded again: unanswered
 * calls are sent again.
 */
export const createChannel = (methods: HostMethods, useFrame: (query: FrameQuery) => unknown) => {
  const calls = new Map<unknown, [text: string, settle: (error: unknown, value?: unknown) => void]>()
  let waiting = new Set<unknown>()
  let port: MessagePort | undefined
  let lastId = 0

  const write = (method: string, args: unknown[]): string =>
    JSON.stringify({
      id: `${++lastId}`,
      path: [method],
      argumentList: args.map((value) => ({ type: 'RAW', value })),
      type: 'APPLY',
    })
  const sendWaiting = (): void => {
    for (const id of waiting) {
      if (!port || calls.size - waiting.size >= inFlightLimit) return
      waiting.delete(id)
      port.postMessage(calls.get(id)?.[0])
    }
  }
  /** `greet` sends the state that the frame needs before the first call. */
  const connect = (next: MessagePort, greet: () => void): void => {
    port = next
    waiting = new Set(calls.keys())
    next.onmessage = async ({ data }) => {
      // Reading `data` deserialises it, so the first message that is not text closes the port. A replaced frame is
      // ignored.
      if (next !== port || typeof data !== 'string') return next.close()
      const { id, path, argumentList, type, value } = JSON.parse(data)
      if (!path) return calls.get(id)?.[1](type !== 'RAW' && Object.assign(new Error(), value?.value), value)
      next.postMessage(JSON.stringify({ id, ...(await answer(methods, path, argumentList)) }))
    }
    greet()
    sendWaiting()
  }
  /** Rejects all waiting calls, since no frame will answer them. */
  const rejectCalls = (cause: Error): void => {
    port = undefined
    for (const [, settle] of calls.values()) settle(cause)
  }
  /**
   * Calls the frame if there is one. Otherwise the call is dropped, since a frame that loads later gets the state when
   * it connects.
   */
  const notify = (method: string, ...args: unknown[]): void => port?.postMessage(write(method, args))
  /** Calls the frame. Creates an invisible frame if the page has no frame yet. Queues calls above the limit. */
  const call = (method: string, args: unknown[], timeoutMs = readMs): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const text = write(method, args)
      const id = `${lastId}`
      const settle = (error: unknown, value?: unknown): void => {
        clearTimeout(timer)
        calls.delete(id)
        waiting.delete(id)
        if (error) reject(error)
        else resolve(value)
        sendWaiting()
      }
      const timer = setTimeout(settle, timeoutMs, createAppKitError(-32603, 'REQUEST_TIMEOUT'))
      calls.set(id, [text, settle])
      waiting.add(id)
      useFrame({ core: '' })
      sendWaiting()
    })

  // Returns a list, since a minifier shortens no property names.
  return [connect, rejectCalls, notify, call] as const
}

const answer = async (methods: HostMethods, path: string, argumentList: { value: unknown }[]): Promise<object> => {
  try {
    // Own methods only, since an inherited name such as `constructor` is no method of the API.
    if (!Object.hasOwn(methods, path)) throw createAppKitError(4200, 'METHOD_NOT_ALLOWED')
    const args = argumentList.map((argument) => argument.value)
    return { type: 'RAW', value: await methods[path]?.(...args) }
  } catch (thrown) {
    const value = { ...Object(thrown), message: (thrown as Error).message }
    return { type: 'HANDLER', name: 'throw', value: { isError: false, value } }
  }
}
