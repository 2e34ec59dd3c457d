import { expect, vi } from 'vitest'
import type { Store } from '../src/core/effects/context.ts'
import { connectorAtom, setConnectorsAtom } from '../src/core/state/connections.ts'
import { isPairingHeldAtom } from '../src/core/state/pairing.ts'

/** The relay settings of a sample project. */
export const sampleRelaySettings = { projectId: 'demo', relayUrl: 'wss://relay.example' }

/** Makes every pairing wait forever, so that the views show the pairing state that a test sets. */
export const silenceRelay = (store: Store): void => {
  const connectorOf = store.get(connectorAtom)
  store.set(setConnectorsAtom, {
    injected: connectorOf('injected'),
    embedded: connectorOf('embedded'),
    walletConnect: { ...connectorOf('walletConnect'), pair: () => new Promise(() => {}) },
  })
}

/** Waits until a view has asked for a pairing. A pairing state that a test sets earlier would be replaced then. */
export const pairingIsAsked = (store: Store): Promise<void> =>
  vi.waitFor(() => expect(store.get(isPairingHeldAtom)).toBe(true))
