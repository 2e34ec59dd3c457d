import type { SignClient } from '@walletconnect/sign-client'

/** A little less than sign-client's own request timeout of five minutes. */
const requestMs = 299_000

type Engine = {
  events: {
    once(name: string, listener: (answer: unknown) => void): unknown
    emit(name: string, answer: unknown): unknown
  }
  onSessionDeleteRequest(topic: string, payload: unknown): Promise<void>
}

/** Fixes two cases in which sign-client rejects a promise that no code awaits. */
export const fixSignClientEngine = (client: Awaited<ReturnType<typeof SignClient.init>>): void => {
  const engine = client.engine as unknown as Engine

  // On timeout the engine rejects two promises, and no code awaits one of them. So the request expires here, before
  // that timeout.
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

  // A relay may deliver the end of a session twice. The engine checks whether the session exists, but no code awaits
  // that check. So a failed check would be an unhandled rejection.
  const { onSessionDeleteRequest } = engine
  engine.onSessionDeleteRequest = async (topic, payload) => {
    if (client.session.keys.includes(topic)) await onSessionDeleteRequest(topic, payload)
  }
}
