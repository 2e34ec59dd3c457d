import type { SignClient } from '@walletconnect/sign-client'

/** Just before sign-client's own timeout of five minutes. */
const requestMs = 299_000

type Engine = {
  events: {
    once(name: string, listener: (answer: unknown) => void): unknown
    emit(name: string, answer: unknown): unknown
  }
  onSessionDeleteRequest(topic: string, payload: unknown): Promise<void>
}

/** Two cases in which sign-client rejects a promise that no code awaits. */
export const fixEngine = (client: Awaited<ReturnType<typeof SignClient.init>>): void => {
  const engine = client.engine as unknown as Engine

  // On timeout the engine rejects two promises and one is unhandled, so the request expires here first.
  const { events } = engine
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

  // A relay may deliver the end of a session twice. The engine does not await its check that the session exists.
  const { onSessionDeleteRequest } = engine
  engine.onSessionDeleteRequest = async (topic, payload) => {
    if (client.session.keys.includes(topic)) await onSessionDeleteRequest(topic, payload)
  }
}
