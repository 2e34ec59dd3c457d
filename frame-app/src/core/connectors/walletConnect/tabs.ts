import { AppError, fromWire, toWire } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { WireError } from '@appkit-frame/loader/protocol/wire/transport.ts'
import type { Client, ClientEvents, Pairing, SentRequest, Settled, WalletEvent } from './client.ts'
import type { Session } from './session.ts'

/** What a tab without the line asks the one that has it. Both are this code, on one origin. */
type Served = {
  session(): Promise<Session | null>
  pair: (...args: Parameters<Client['pair']>) => Promise<Pick<Pairing, 'uri' | 'expiresAt'>>
  settled(uri: string): Promise<Settled>
  end(uri: string): Promise<void>
} & Pick<Client, 'wake' | 'request' | 'disconnect'>

type Asked = { kind: 'ask'; id: number; from: string; method: keyof Served; args: unknown[] }
type Answered = { kind: 'answer'; id: number; to: string; value?: unknown; error?: WireError }
/** `isNew`: another tab has the line now, and what the one before was asked is lost. */
type Told = { kind: 'tell'; session: Session | null; event?: WalletEvent; sent?: SentRequest; isNew?: boolean }
type Message = Asked | Answered | Told

/** The tab with the line: answers the others, and tells them what happens. */
export const serveTabs = (channel: BroadcastChannel, client: Client): ClientEvents => {
  const pairings = new Map<string, Pairing>()
  const post = (message: Answered | Told) => channel.postMessage(message)
  const served: Served = {
    session: async () => client.session(),
    pair: async (...asked) => {
      const pairing = await client.pair(...asked)
      pairings.set(pairing.uri, pairing)
      return { uri: pairing.uri, expiresAt: pairing.expiresAt }
    },
    settled: async (uri) => {
      const pairing = pairings.get(uri)
      if (!pairing) throw new AppError(commonErrors.PAIRING_EXPIRED)
      try {
        return await pairing.settled
      } finally {
        pairings.delete(uri)
      }
    },
    end: async (uri) => pairings.get(uri)?.end(),
    wake: (isStale) => client.wake(isStale),
    request: (caipNetworkId, request) => client.request(caipNetworkId, request),
    disconnect: () => client.disconnect(),
  }
  channel.onmessage = async ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'ask') return
    const { id, from: to, method, args } = data
    try {
      const run = served[method] as (...all: unknown[]) => Promise<unknown>
      post({ kind: 'answer', id, to, value: await run(...args) })
    } catch (error) {
      post({ kind: 'answer', id, to, error: toWire(error) })
    }
  }
  post({ kind: 'tell', session: client.session(), isNew: true })
  return {
    onSession: (session) => post({ kind: 'tell', session }),
    onEvent: (event, session) => post({ kind: 'tell', session, event }),
    onSent: (sent) => post({ kind: 'tell', session: client.session(), sent }),
  }
}

/** A tab without the line. `lose` ends what still waits, since the one that was asked is gone. */
export const askTab = (channel: BroadcastChannel, from: string, events: ClientEvents) => {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>()
  let last = 0
  const ask = <Method extends keyof Served>(
    method: Method,
    ...args: Parameters<Served[Method]>
  ): ReturnType<Served[Method]> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      channel.postMessage({ kind: 'ask', id, from, method, args } satisfies Asked)
    }) as ReturnType<Served[Method]>
  const lose = (): void => {
    for (const { reject } of waiting.values()) reject(new AppError(commonErrors.DISCONNECTED))
    waiting.clear()
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'tell') {
      const { session, event, sent, isNew } = data
      if (isNew) lose()
      if (sent) events.onSent?.(sent)
      else if (event && session) events.onEvent(event, session)
      else events.onSession(session)
    } else if (data.kind === 'answer' && data.to === from) {
      const { id, value, error } = data
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.reject(fromWire(error))
      else asked?.resolve(value as never)
    }
  }
  return {
    lose,
    session: () => ask('session'),
    client: {
      pair: async (...asked) => {
        const { uri, expiresAt } = await ask('pair', ...asked)
        const settled = ask('settled', uri)
        // Whoever waits hears of it; a pairing that was given up has nobody who waits.
        settled.catch(() => {})
        return { uri, expiresAt, settled, end: () => void ask('end', uri).catch(() => {}) }
      },
      wake: (isStale) => ask('wake', isStale),
      request: (caipNetworkId, request) => ask('request', caipNetworkId, request),
      disconnect: () => ask('disconnect'),
    } satisfies TabClient,
  }
}

/** What each tab can do, with or without the line. */
export type TabClient = Pick<Client, 'pair' | 'wake' | 'request' | 'disconnect'>
