import { refuse } from './refuse.ts'

// biome-ignore lint/suspicious/noExplicitAny: each method checks what the frame gives it
export type Methods = { [name: string]: (...args: any[]) => unknown }

/**
 * The page's end of the line to the frame: JSON text in Comlink's format, as `protocol/wire/peer.ts` speaks it. Left out are
 * the limits that hold a less trusted side, since the page trusts the frame more than the frame the page. It outlives a
 * frame that was loaded again: what still waits for its answer is asked again.
 */
export const createLine = (methods: Methods, useFrame: (query: string) => unknown) => {
  const inFlightLimit = 32
  const readMs = 10_000
  const calls = new Map<unknown, [text: string, settle: (error: unknown, value?: unknown) => void]>()
  let waiting = new Set<unknown>()
  let port: MessagePort | undefined
  let last = 0

  const write = (method: string, args: unknown[]): string =>
    JSON.stringify({
      id: `${++last}`,
      path: [method],
      argumentList: args.map((value) => ({ type: 'RAW', value })),
      type: 'APPLY',
    })
  const pump = (): void => {
    for (const id of waiting) {
      if (!port || calls.size - waiting.size >= inFlightLimit) return
      waiting.delete(id)
      port.postMessage(calls.get(id)?.[0])
    }
  }

  // A list, since a minifier keeps names.
  return [
    /** `greet` tells the frame what it has to know before anything is asked of it. */
    (next: MessagePort, greet: () => void): void => {
      port = next
      waiting = new Set(calls.keys())
      next.onmessage = async ({ data }) => {
        // Reading `data` is what deserialises it, so the first thing that is no text is the last. A lost frame has no say.
        if (next !== port || typeof data !== 'string') return next.close()
        const { id, path, argumentList, type, value } = JSON.parse(data)
        if (!path) return calls.get(id)?.[1](type !== 'RAW' && Object.assign(new Error(), value?.value), value)
        let reply: object
        try {
          // Own names only: what an object inherits is a way to `constructor`.
          if (!Object.hasOwn(methods, path)) throw refuse(4200, 'METHOD_NOT_ALLOWED')
          const args = argumentList.map((argument: { value: unknown }) => argument.value)
          reply = { type: 'RAW', value: await methods[path]?.(...args) }
        } catch (thrown) {
          const value = { ...Object(thrown), message: (thrown as Error).message }
          reply = { type: 'HANDLER', name: 'throw', value: { isError: false, value } }
        }
        next.postMessage(JSON.stringify({ id, ...reply }))
      }
      greet()
      pump()
    },
    /** There is no frame and none will come. */
    (cause: Error): void => {
      port = undefined
      for (const [, settle] of calls.values()) settle(cause)
    },
    /** Tells the frame, if there is one. It is told everything when it shakes hands. */
    (method: string, ...args: unknown[]): void => port?.postMessage(write(method, args)),
    /** Asks the frame; without one, creates a hidden one that only reads. Beyond those in flight it waits its turn. */
    (method: string, args: unknown[], timeoutMs = readMs): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const text = write(method, args)
        const id = `${last}`
        const settle = (error: unknown, value?: unknown): void => {
          clearTimeout(timer)
          calls.delete(id)
          waiting.delete(id)
          if (error) reject(error)
          else resolve(value)
          pump()
        }
        const timer = setTimeout(settle, timeoutMs, refuse(-32603, 'REQUEST_TIMEOUT'))
        calls.set(id, [text, settle])
        waiting.add(id)
        useFrame('core')
        pump()
      }),
  ] as const
}
