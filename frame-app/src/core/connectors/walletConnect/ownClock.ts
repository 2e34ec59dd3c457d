import type { SignClient } from '@walletconnect/sign-client'

/** Just before the client's own five minutes. */
const requestMs = 299_000

type Events = {
  once(name: string, listener: (answer: unknown) => void): unknown
  emit(name: string, answer: unknown): unknown
}

/**
 * Of a request that nobody answers the client's own clock rejects two promises, and one of them is nobody's. So it is told
 * that the time is over before that clock strikes.
 */
export const endUnanswered = (client: Awaited<ReturnType<typeof SignClient.init>>): void => {
  const { events } = client.engine as unknown as { events: Events }
  const once = events.once.bind(events)
  events.once = (name, listener) => {
    if (!name.startsWith('session_request:')) return once(name, listener)
    const error = new Error('Request expired. Please try again.')
    const timer = setTimeout(() => events.emit(name, { error }), requestMs)
    return once(name, (answer) => {
      clearTimeout(timer)
      listener(answer)
    })
  }
}
