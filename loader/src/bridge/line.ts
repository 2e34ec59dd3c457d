import type { FrameApi } from '../../protocol/frameApi.ts'
import type { WireError } from '../../protocol/wire.ts'

/**
 * The host page's end of the line, in Comlink's format as `protocol/peer.ts` has it. What is left out are the limits
 * that hold a less trusted side, since the page trusts the frame more than the frame the page.
 */

/** Served to the frame. Without a prototype, so that there is no way to `constructor`. */
export type Methods = { [name: string]: (...args: never[]) => unknown }

const inFlightLimit = 32
const readMs = 10_000
const sizeLimit = 4_194_304

/** A failure as it crosses, and as the host gets it: also an `Error`. */
export const wireError = (code: number, reason: string, message: string): WireError => ({ code, reason, message })

export const createLine = (methods: Methods) => {
  const calls = new Map<unknown, (error: unknown, value?: unknown) => void>()
  const waiting = new Map<unknown, object>()
  let port: MessagePort | undefined
  let last = 0

  const post = (message: object): void => port?.postMessage(JSON.stringify(message))
  const respond = async (id: unknown, { type, path, argumentList }: Message): Promise<void> => {
    let reply: object
    try {
      const [name, ...rest] = path as string[]
      const method = type === 'APPLY' && rest.length < 1 && methods[name as string]
      if (!method) throw wireError(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      reply = { type: 'RAW', value: await method(...(argumentList as { value: never }[]).map(({ value }) => value)) }
    } catch (thrown) {
      const { code, reason, message, data } = Object(thrown)
      const value = reason ? { code, reason, message, data } : wireError(-32603, 'INTERNAL_ERROR', 'An error occurred')
      reply = { type: 'HANDLER', name: 'throw', value: { isError: false, value } }
    }
    post({ id, ...reply })
  }

  return {
    isOpen: () => Boolean(port),
    /** Takes another port in place of the one before; what was under way on that one fails. */
    connect: (next?: MessagePort): void => {
      port?.close()
      port = next
      waiting.clear()
      for (const settle of calls.values()) settle(wireError(4900, 'DISCONNECTED', 'The modal is gone'))
      if (port)
        port.onmessage = ({ data }) => {
          // Reading `data` is what deserialises it, so the first thing that is no text is the last.
          if (typeof data !== 'string' || data.length > sizeLimit) return port?.close()
          try {
            const { id, ...message } = JSON.parse(data)
            if (message.path) respond(id, message)
            else calls.get(id)?.(message.type !== 'RAW' && message.value.value, message.value)
          } catch {
            // No message of ours; a call that it was meant for ends by its timeout.
          }
        }
    },
    call: <Name extends keyof FrameApi>(
      method: Name,
      args: Parameters<FrameApi[Name]>,
      timeoutMs = readMs,
    ): Promise<Awaited<ReturnType<FrameApi[Name]>>> =>
      new Promise((resolve, reject) => {
        const id = `${++last}`
        const message = {
          id,
          type: 'APPLY',
          path: [method],
          argumentList: args.map((value) => ({ type: 'RAW', value })),
        }
        const timer = setTimeout(() => settle(wireError(-32603, 'REQUEST_TIMEOUT', 'The request timed out')), timeoutMs)
        const settle = (error: unknown, value?: unknown): void => {
          clearTimeout(timer)
          calls.delete(id)
          waiting.delete(id)
          for (const [next, held] of waiting) {
            if (calls.size - waiting.size >= inFlightLimit) break
            waiting.delete(next)
            post(held)
          }
          if (error) reject(error)
          else resolve(value as never)
        }
        if (calls.size - waiting.size < inFlightLimit) post(message)
        else waiting.set(id, message)
        calls.set(id, settle)
      }),
  }
}

export type Line = ReturnType<typeof createLine>

type Message = { type?: unknown; path?: unknown; argumentList?: unknown }
