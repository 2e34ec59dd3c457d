import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import { accountsAtom } from '../../state/accounts.ts'
import type { ConnectorContext } from '../connector.ts'
import type { SharedClient } from './owner.ts'

/** A visitor who goes on with another wallet has left this one: its session would live on there for a week. */
export const leaveWithOthers = ({ store }: ConnectorContext, client: SharedClient): void => {
  const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
  const connectors = () => names.map((name) => store.get(accountsAtom)[name]).filter(({ connectorId }) => connectorId)
  let wasOurs = false
  const look = (): void => {
    const isOurs = connectors().some(({ connectorId }) => connectorId === 'walletConnect')
    const isElsewhere = connectors().some(({ status }) => status === 'connected')
    // One that only lost its line, or a locked one, is none that was left.
    if (wasOurs && !isOurs && isElsewhere) client.disconnect().catch(() => {})
    wasOurs = isOurs
  }
  look()
  store.sub(accountsAtom, look)
}
