import { type CallOptions, failed, wireFailure } from './peer.ts'
import type { Message } from './wire.ts'

type AnyCall = (method: string, args: unknown[], options?: CallOptions) => Promise<unknown>

/** What Comlink's `wrap` needs of an endpoint. */
export type TextEndpoint = {
  postMessage(message: Message): void
  addEventListener(type: string, listener: (event: MessageEvent) => void): void
  removeEventListener(type: string, listener: (event: MessageEvent) => void): void
}

/**
 * Lets Comlink's `wrap` speak through our `caller`, which brings the queue, the timeouts and the end of the line that
 * Comlink lacks. Direct calls cross; properties, constructors and endpoints are refused here already.
 */
export const textEndpoint = (call: AnyCall, timeoutFor: (method: string) => CallOptions): TextEndpoint => {
  const listeners = new Set<(event: MessageEvent) => void>()
  const answer = (data: object) => {
    for (const listener of listeners) listener(new MessageEvent('message', { data }))
  }
  const forward = async ({ id, type, path, argumentList }: Message) => {
    const [method, ...rest] = Array.isArray(path) ? (path as string[]) : []
    if (type !== 'APPLY' || method === undefined || rest.length > 0) {
      answer({ id, ...failed(wireFailure('METHOD_NOT_ALLOWED')) })
      return
    }
    try {
      const values = (argumentList as { value?: unknown }[]).map(({ value }) => value)
      answer({ id, type: 'RAW', value: await call(method, values, timeoutFor(method)) })
    } catch (error) {
      answer({ id, ...failed(error) })
    }
  }
  return {
    postMessage: (message) => void forward(message),
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  }
}
