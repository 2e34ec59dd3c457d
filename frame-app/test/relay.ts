import type { Store } from '../src/core/effects/context.ts'
import { connectorAtom, setConnectorsAtom } from '../src/core/state/connections.ts'

/** The relay settings of a project. */
export const walletConnect = { projectId: 'demo', relayUrl: 'wss://relay.example' }

/** The relay never answers, so that what a test sets is what shows. */
export const silenceRelay = (store: Store): void => {
  const connectorOf = store.get(connectorAtom)
  store.set(setConnectorsAtom, {
    injected: connectorOf('injected'),
    embedded: connectorOf('embedded'),
    walletConnect: { ...connectorOf('walletConnect'), pair: () => new Promise(() => {}) },
  })
}
