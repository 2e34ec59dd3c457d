import type { ChainNamespace } from '../index.d.ts'
import type { AppKitClient, ClientState } from './client.ts'

/** The last event, by the names that AppKit's users know. */
export type AppKitEvent = {
  /** In milliseconds since 1970, and 0 before the first event. */
  timestamp: number
  data:
    | { type: 'track'; event: 'MODAL_CREATED' }
    | { type: 'track'; event: 'MODAL_OPEN' | 'MODAL_CLOSE'; properties: { connected: boolean } }
    | { type: 'track'; event: 'CONNECT_SUCCESS'; address?: string; properties: { method: ConnectMethod } }
    | { type: 'track'; event: 'DISCONNECT_SUCCESS'; properties: { namespace: ChainNamespace } }
    | { type: 'track'; event: 'SWITCH_NETWORK'; properties: { network: string } }
}
type ConnectMethod = 'browser' | 'email' | 'qrcode'
type EventData = AppKitEvent['data']

export const firstEvent: AppKitEvent = { timestamp: 0, data: { type: 'track', event: 'MODAL_CREATED' } }

const trackers = new WeakMap<AppKitClient, ReturnType<typeof trackEvents>>()

/** The events of one AppKit, from the first call on. */
export const eventsOf = (kit: AppKitClient): ReturnType<typeof trackEvents> => {
  const tracker = trackers.get(kit) ?? trackEvents(kit)
  trackers.set(kit, tracker)
  return tracker
}

const trackEvents = (kit: AppKitClient) => {
  const listeners = new Set<() => void>()
  let last = firstEvent
  let before = kit.getState()
  kit.subscribe((after) => {
    const events = findEvents(before, after)
    before = after
    for (const data of events) {
      last = { timestamp: Date.now(), data }
      for (const listener of listeners) listener()
    }
  })
  return {
    last: () => last,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const findEvents = (before: ClientState, after: ClientState): EventData[] => {
  const names = Object.keys({ ...before.accounts, ...after.accounts }) as ChainNamespace[]
  const events = names.flatMap((namespace) => findAccountEvents(namespace, before, after))
  if (before.open !== after.open) {
    const connected = Object.values(after.accounts).some(({ status }) => status === 'connected')
    events.push({ type: 'track', event: after.open ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } })
  }
  return events
}

const findAccountEvents = (namespace: ChainNamespace, before: ClientState, after: ClientState): EventData[] => {
  const left = before.accounts[namespace]
  const now = after.accounts[namespace]
  const was = left?.status === 'connected'
  const is = now?.status === 'connected'
  if (was && !is) return [{ type: 'track', event: 'DISCONNECT_SUCCESS', properties: { namespace } }]
  if (!is) return []
  if (!was) {
    const properties = { method: connectMethods[`${now.connectorId}`] ?? 'browser' }
    return [{ type: 'track', event: 'CONNECT_SUCCESS', ...(now.address && { address: now.address }), properties }]
  }
  const network = now.caipNetworkId ?? ''
  return left.caipNetworkId === network ? [] : [{ type: 'track', event: 'SWITCH_NETWORK', properties: { network } }]
}

const connectMethods: Record<string, ConnectMethod> = { embedded: 'email', walletConnect: 'qrcode' }
