import { AppError, fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import type { WireError } from '@appkit-frame/loader/protocol/wire/transport.ts'
import type { SentRequest, WalletConnectClient, WalletConnectClientEvents, WalletEvent } from './client.ts'
import type { Pairing, SettledSession } from './pairing.ts'
import type { WalletConnectSession } from './readSession.ts'

/** The WalletConnect client as every tab sees it, whether the tab owns the relay connection or not. */
export type TabClient = Pick<WalletConnectClient, 'pair' | 'wake' | 'request' | 'disconnect'>

/**
 * The calls that another tab may send to the owner. Both tabs run this code on one origin, so arguments are not
 * validated.
 */
type OwnerApi = {
  session(): Promise<WalletConnectSession | null>
  pair: (...args: Parameters<WalletConnectClient['pair']>) => Promise<Pick<Pairing, 'uri' | 'expiresAt'>>
  settled(uri: string): Promise<SettledSession>
  end(uri: string): Promise<void>
} & Pick<WalletConnectClient, 'wake' | 'request' | 'disconnect'>

type Call = { kind: 'ask'; id: number; from: string; method: keyof OwnerApi; args: unknown[] }
type Answer = { kind: 'answer'; id: number; to: string; value?: unknown; error?: WireError }
/** `isNew`: another tab became the owner, so calls to the previous owner are lost. */
type Notice = {
  kind: 'tell'
  session: WalletConnectSession | null
  event?: WalletEvent
  sent?: SentRequest
  isNew?: boolean
}
type Message = Call | Answer | Notice

/** Runs in the owner tab: answers the calls of other tabs. Returns the event handlers that notify those tabs. */
export const serveOtherTabs = (channel: BroadcastChannel, client: WalletConnectClient): WalletConnectClientEvents => {
  const pairings = new Map<string, Pairing>()
  const post = (message: Answer | Notice) => channel.postMessage(message)
  const api: OwnerApi = {
    session: async () => client.session(),
    pair: async (...args) => {
      const pairing = await client.pair(...args)
      pairings.set(pairing.uri, pairing)
      return { uri: pairing.uri, expiresAt: pairing.expiresAt }
    },
    settled: async (uri) => {
      const pairing = pairings.get(uri)
      if (!pairing) throw new AppError(relayErrors.PAIRING_EXPIRED)
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
      const run = api[method] as (...all: unknown[]) => Promise<unknown>
      post({ kind: 'answer', id, to, value: await run(...args) })
    } catch (error) {
      post({ kind: 'answer', id, to, error: toWireError(error) })
    }
  }
  post({ kind: 'tell', session: client.session(), isNew: true })
  return {
    onSession: (session) => post({ kind: 'tell', session }),
    onEvent: (event, session) => post({ kind: 'tell', session, event }),
    onSent: (sent) => post({ kind: 'tell', session: client.session(), sent }),
  }
}

/**
 * Runs in tabs that are not the owner, and sends their calls to the owner. `rejectPending` rejects calls to an owner
 * that is gone.
 */
export const callOwnerTab = (channel: BroadcastChannel, from: string, events: WalletConnectClientEvents) => {
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>()
  let lastId = 0
  const call = <Method extends keyof OwnerApi>(
    method: Method,
    ...args: Parameters<OwnerApi[Method]>
  ): ReturnType<OwnerApi[Method]> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      pending.set(id, { resolve, reject })
      channel.postMessage({ kind: 'ask', id, from, method, args } satisfies Call)
    }) as ReturnType<OwnerApi[Method]>
  const rejectPending = (): void => {
    for (const { reject } of pending.values()) reject(new AppError(commonErrors.DISCONNECTED))
    pending.clear()
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'tell') {
      const { session, event, sent, isNew } = data
      if (isNew) rejectPending()
      if (sent) events.onSent?.(sent)
      else if (event && session) events.onEvent(event, session)
      else events.onSession(session)
    } else if (data.kind === 'answer' && data.to === from) {
      const { id, value, error } = data
      const waiting = pending.get(id)
      pending.delete(id)
      if (error) waiting?.reject(fromWireError(error))
      else waiting?.resolve(value as never)
    }
  }
  return {
    rejectPending,
    session: () => call('session'),
    client: {
      pair: async (...args) => {
        const { uri, expiresAt } = await call('pair', ...args)
        const settled = call('settled', uri)
        // Callers stop awaiting a pairing that they give up. The rejection of such a pairing must not count as
        // unhandled.
        settled.catch(() => {})
        return { uri, expiresAt, settled, end: () => void call('end', uri).catch(() => {}) }
      },
      wake: (isStale) => call('wake', isStale),
      request: (caipNetworkId, request) => call('request', caipNetworkId, request),
      disconnect: () => call('disconnect'),
    } satisfies TabClient,
  }
}
