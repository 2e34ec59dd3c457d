import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { accountsAtom, activeNamespaceAtom } from '../state/accounts.ts'
import { walletByConnectorIdAtom } from '../state/connections.ts'
import { lastConnectionsAtom, rememberConnectionAtom } from '../state/lastConnections.ts'
import type { EffectContext } from './context.ts'

/** Stores each connection, so that the visitor can reconnect it later. */
export const rememberConnections = ({ store, host }: EffectContext): void => {
  const remember = () => {
    const walletOf = store.get(walletByConnectorIdAtom)
    for (const [name, { status, connectorId }] of Object.entries(store.get(accountsAtom))) {
      if (status !== 'connected' || connectorId === undefined) continue
      const namespace = name as ChainNamespace
      const last = store.get(lastConnectionsAtom)[namespace]
      // After a reload the page reports its connections before its wallets, so the name of a wallet may be unknown.
      const known = last?.connectorId === connectorId ? last.name : connectorId
      const wallet = { connectorId, name: walletOf(connectorId)?.name ?? known }
      if (last?.connectorId !== connectorId || last.name !== wallet.name)
        store.set(rememberConnectionAtom, namespace, wallet)
    }
  }
  /** Tells the page which namespace is active. A failed call has no effect in the frame. */
  const activate = () => {
    host.activate(store.get(activeNamespaceAtom)).catch(() => {})
  }
  store.sub(activeNamespaceAtom, activate)
  activate()
  store.sub(accountsAtom, remember)
  store.sub(walletByConnectorIdAtom, remember)
  remember()
}
