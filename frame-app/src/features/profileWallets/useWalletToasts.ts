import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { useStore } from 'jotai/react'
import { useEffect } from 'react'
import { accountsAtom, activeNamespaceAtom } from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { lastConnectionsAtom } from '../../core/state/lastConnections.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { screenAtom } from '../../router/router.ts'
import { connectViews } from '../../router/viewPurposes.ts'
import { useMessages } from '../useMessages.ts'
import { profileWalletsMessages } from './messages.ts'

type Connectors = { [namespace in ChainNamespace]?: string | undefined }

/**
 * Tells whether a new connection adds a wallet or replaces one. Returns null for the first connection and for a
 * restored one, which get no toast.
 */
export const classifyConnection = (
  namespace: ChainNamespace,
  now: string | undefined,
  before: { live: Connectors; last: Connectors },
): 'added' | 'replaced' | null => {
  const previous = before.live[namespace]
  if (Object.values(before.live).every((id) => id === undefined) || previous === now) return null
  if (previous !== undefined) return 'replaced'
  return before.last[namespace] === now ? null : 'added'
}

/** Shows a toast when a wallet connects while another wallet is connected, whichever view is open. */
export const useWalletToasts = (): void => {
  const store = useStore()
  const { added, replaced } = useMessages(profileWalletsMessages)
  useEffect(() => {
    const readConnectors = () => ({
      live: idsOf(store.get(accountsAtom), ({ status }) => status === 'connected'),
      last: idsOf(store.get(lastConnectionsAtom), () => true),
    })
    let before = readConnectors()
    // The snapshot must hold the wallets from before the connection, so it is not updated while a view that connects
    // wallets is open.
    const takeSnapshot = () => {
      if (!connectViews.has(store.get(screenAtom).view)) before = readConnectors()
    }
    const showArrival = () => {
      const namespace = store.get(activeNamespaceAtom)
      const arrival = classifyConnection(namespace, store.get(accountsAtom)[namespace].connectorId, before)
      before = readConnectors()
      if (arrival) store.set(showToastAtom, { variant: 'success', message: { added, replaced }[arrival] })
    }
    const unsubscribers = [
      store.sub(accountsAtom, takeSnapshot),
      store.sub(screenAtom, takeSnapshot),
      store.sub(connectionsMadeAtom, showArrival),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [store, added, replaced])
}

const idsOf = <Entry extends { connectorId?: string }>(
  entries: { [namespace in ChainNamespace]?: Entry },
  isCounted: (entry: Entry) => boolean,
): Connectors =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) => (isCounted(entry) ? [[name, entry.connectorId]] : [])),
  )
