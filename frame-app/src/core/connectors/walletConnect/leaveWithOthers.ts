import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { accountsAtom } from '../../state/accounts.ts'
import type { ConnectorContext } from '../connector.ts'

/** A visitor who goes on with another wallet has left this one there: its session would take the place back. */
export const leaveWithOthers = (
  { store }: Pick<ConnectorContext, 'store'>,
  leave: (namespace: ChainNamespace) => void,
): void => {
  const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
  const ours = new Set<ChainNamespace>()
  const look = (): void => {
    for (const name of names) {
      const { status, connectorId } = store.get(accountsAtom)[name]
      if (connectorId === 'walletConnect') ours.add(name)
      // One that only lost its line, or a locked one, is none that was left.
      else if (status === 'connected' && ours.delete(name)) leave(name)
    }
  }
  look()
  store.sub(accountsAtom, look)
}
