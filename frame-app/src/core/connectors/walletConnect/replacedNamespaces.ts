import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { accountsAtom } from '../../state/accounts.ts'
import type { ConnectorContext } from '../types.ts'

/**
 * Calls `leave` for each namespace of the session in which the visitor connects another wallet. If the session kept the
 * namespace, the next change of the session would replace the other wallet again.
 */
export const onReplacedNamespace = (
  { store }: Pick<ConnectorContext, 'store'>,
  leave: (namespace: ChainNamespace) => void,
): void => {
  const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
  const held = new Set<ChainNamespace>()
  const check = (): void => {
    for (const name of names) {
      const { status, connectorId } = store.get(accountsAtom)[name]
      if (connectorId === 'walletConnect') held.add(name)
      // A namespace without a connection may only have lost the relay, so the session keeps that namespace.
      else if (status === 'connected' && held.delete(name)) leave(name)
    }
  }
  check()
  store.sub(accountsAtom, check)
}
