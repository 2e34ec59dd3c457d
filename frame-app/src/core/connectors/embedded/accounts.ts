import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { readAccountState } from '../../domain/accountState.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { finishConnectionAtom } from '../../state/connections.ts'
import { embeddedConnectorId, setLoginEmailAtom } from '../../state/embedded.ts'
import { hasLeftAtom } from '../../state/hasLeft.ts'
import { announceAccountAtom } from '../../state/heldConnections.ts'
import { lastConnectionsAtom, rememberConnectionAtom } from '../../state/lastConnections.ts'
import { connectNamespaceAtom } from '../../state/networks.ts'
import { bootstrapAtom } from '../../state/options.ts'
import { setTypedEmailAtom } from '../../state/typedEmail.ts'
import type { ConnectorContext } from '../types.ts'

const namespaceNames = Object.keys(namespaces) as ChainNamespace[]
const longestEmail = 254

/** Validates the user that the secure frame reports. Unknown namespaces are dropped. */
export const readReportedUser = (value: unknown): EmbeddedUser => {
  const { isConnected, accounts, email } = Object(value) as Record<string, unknown>
  const given = Object(accounts) as Record<string, unknown>
  return {
    isConnected: isConnected === true,
    accounts: Object.fromEntries(
      namespaceNames.flatMap((name) => (Object.hasOwn(given, name) ? [[name, readAccountState(given[name])]] : [])),
    ),
    ...(typeof email === 'string' && { email: email.slice(0, longestEmail) }),
  }
}

const loggedOut: EmbeddedUser = { isConnected: false, accounts: {} }

/** The embedded wallet's accounts. Each change is announced to the page and then shown in the frame. */
export const createEmbeddedAccounts = ({ store }: Pick<ConnectorContext, 'store'>) => {
  let user = loggedOut
  let isLoggingIn = false

  const setUser = (next: EmbeddedUser): void => {
    user = next
    store.set(setLoginEmailAtom, next.email ?? null)
  }
  const isOurs = (name: ChainNamespace): boolean => store.get(accountsAtom)[name].connectorId === embeddedConnectorId
  const isFree = (namespace: ChainNamespace): boolean => store.get(accountsAtom)[namespace].status !== 'connected'
  const accountIn = (namespace: ChainNamespace): AccountState => {
    const account = user.isConnected ? user.accounts[namespace] : undefined
    return account ? { ...account, connectorId: embeddedConnectorId } : { status: 'disconnected' }
  }
  const firstNamespace = (): ChainNamespace | undefined => {
    const wanted = store.get(connectNamespaceAtom)
    if (wanted && user.accounts[wanted]) return wanted
    const [home] = store.get(bootstrapAtom).defaultNetwork.split(':') as [ChainNamespace]
    return user.accounts[home] ? home : namespaceNames.find((name) => user.accounts[name])
  }
  /** Announces all lost accounts, and connected accounts only in namespaces that `mayTake` allows. */
  const announce = async (mayTake: (namespace: ChainNamespace) => boolean): Promise<void> => {
    const first = firstNamespace()
    // The modal closes on the first announcement, so the namespace that the page asked for comes first.
    for (const namespace of namespaceNames.toSorted((a, b) => Number(b === first) - Number(a === first))) {
      const account = accountIn(namespace)
      const isAnnounced = account.status === 'connected' ? mayTake(namespace) : isOurs(namespace)
      if (isAnnounced) await store.set(announceAccountAtom, namespace, account)
    }
  }
  /** A login connects all namespaces. If the visitor asked for one, other wallets keep the other namespaces. */
  const mayTakeAtLogin = (namespace: ChainNamespace): boolean => {
    const wanted = store.get(connectNamespaceAtom)
    return isFree(namespace) || wanted === null || wanted === namespace
  }

  return {
    accountIn,
    isConnected: () => user.isConnected,
    setUser,
    expectLogin: (): void => {
      isLoggingIn = true
    },
    cancelLogin: (): void => {
      isLoggingIn = false
    },
    update: async (next: EmbeddedUser): Promise<void> => {
      // Another tab may have disconnected the site.
      if (user.isConnected && !next.isConnected) store.set(hasLeftAtom, true)
      setUser(next)
      const isLogin = isLoggingIn && next.isConnected
      await announce((namespace) => isOurs(namespace) || (isLogin && mayTakeAtLogin(namespace)))
      if (!isLogin) return
      isLoggingIn = false
      store.set(hasLeftAtom, false)
      store.set(setTypedEmailAtom, '')
      const namespace = firstNamespace()
      if (namespace) store.set(finishConnectionAtom, namespace, accountIn(namespace))
    },
    /** Forgets the user. This frame keeps the address of a disconnected visitor nowhere. */
    clear: (): void => {
      setUser(loggedOut)
      for (const namespace of namespaceNames)
        if (store.get(lastConnectionsAtom)[namespace]?.connectorId === embeddedConnectorId)
          store.set(rememberConnectionAtom, namespace, null)
    },
    announceLoss: () => announce(() => false),
  }
}
