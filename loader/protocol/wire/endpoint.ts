import { type CallOptions, failureReply, wireErrorOf } from './peer.ts'
import type { ChannelMessage } from './transport.ts'

type AnyCall = (method: string, args: unknown[], options?: CallOptions) => Promise<unknown>

/** The part of an endpoint that Comlink's `wrap` uses. */
type TextEndpoint = {
  postMessage(message: ChannelMessage): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void
}

/**
 * Lets Comlink's `wrap` send its calls through our `createApiCaller`, which adds what Comlink lacks: a queue, timeouts
 * and an error when the channel closes. Only direct method calls pass; other Comlink messages are refused before they
 * are sent.
 */
export const textEndpoint = (call: AnyCall, timeoutFor: (method: string) => CallOptions): TextEndpoint => {
  const listeners = new Set<EventListenerOrEventListenerObject>()
  const answer = (data: object) => {
    const event = new MessageEvent('message', { data })
    for (const listener of listeners) typeof listener === 'function' ? listener(event) : listener.handleEvent(event)
  }
  const forward = async ({ id, type, path, argumentList }: ChannelMessage) => {
    const [method, ...rest] = Array.isArray(path) ? (path as string[]) : []
    if (type !== 'APPLY' || method === undefined || rest.length > 0) {
      answer({ id, ...failureReply(wireErrorOf('METHOD_NOT_ALLOWED')) })
      return
    }
    try {
      const values = (argumentList as { value?: unknown }[]).map(({ value }) => value)
      answer({ id, type: 'RAW', value: await call(method, values, timeoutFor(method)) })
    } catch (error) {
      answer({ id, ...failureReply(error) })
    }
  }
  return {
    postMessage: (message) => void forward(message),
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  }
}
