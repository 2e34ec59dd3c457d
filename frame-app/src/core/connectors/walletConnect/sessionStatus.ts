import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { announceAccountAtom } from '../../state/heldConnections.ts'
import { connectNamespaceAtom, homeNetworkIdsAtom } from '../../state/networks.ts'
import { type RemoteWallet, remoteWalletAtom, setRemoteWalletAtom } from '../../state/remoteWallet.ts'
import { storeAtom, storedAtom } from '../../state/storage.ts'
import type { ConnectorContext } from '../connector.ts'
import { activeOf, type Choice, type Choices } from './active.ts'
import { dialects } from './dialects.ts'
import type { Session } from './session.ts'

/** As the page knows this connection. */
const connectorId = 'walletConnect'
const choicesKey = 'wallet_connect_choices'

/** Where a session stands in each namespace, and the page's knowledge of it. */
export const createStanding = ({ store }: Pick<ConnectorContext, 'store'>) => {
  const choices = (): Choices => Object(store.get(storedAtom)(choicesKey))
  const isElsewhere = (namespace: ChainNamespace): boolean =>
    store.get(accountsAtom)[namespace].status === 'connected' && !isOurs(namespace)
  const leave = ({ topic }: Session, namespace: ChainNamespace): void => choose(namespace, { left: topic })
  /** A new session is one in all its namespaces; wanted for one of them, it takes none from other wallets. */
  const takeUp = (session: Session): void => {
    const wanted = store.get(connectNamespaceAtom)
    if (wanted) for (const name of names) if (name !== wanted && isElsewhere(name)) leave(session, name)
  }
  const choose = (namespace: ChainNamespace, choice: Choice): void =>
    store.set(storeAtom, choicesKey, { ...choices(), [namespace]: { ...choices()[namespace], ...choice } })

  const activeIn = (session: Session | null, namespace: ChainNamespace) => {
    const granted = session?.granted[namespace]
    const isLeft = choices()[namespace]?.left === session?.topic
    return granted && !isLeft ? activeOf(granted, Object(choices()[namespace]), store.get(homeNetworkIdsAtom)) : null
  }
  const accountIn = (session: Session | null, namespace: ChainNamespace): AccountState => {
    const active = activeIn(session, namespace)
    if (!active) return { status: 'disconnected' }
    const { caipNetworkId, addresses } = active
    const caipAddresses = addresses.map((address) => `${caipNetworkId}:${address}`)
    return {
      status: 'connected',
      connectorId,
      caipNetworkId,
      caipAddress: `${caipNetworkId}:${addresses[0]}`,
      caipAddresses,
      methods: session?.granted[namespace]?.methods ?? [],
    }
  }
  const isOurs = (namespace: ChainNamespace): boolean => store.get(accountsAtom)[namespace].connectorId === connectorId
  const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]

  /** Tells the page what the session is now. */
  const tell = async (session: Session | null, told = names): Promise<void> => {
    store.set(setRemoteWalletAtom, session && describe(session))
    for (const namespace of told) {
      const account = accountIn(session, namespace)
      if (account.status === 'connected' || isOurs(namespace)) await store.set(announceAccountAtom, namespace, account)
    }
  }
  /** A change that nobody here asked for. */
  const follow = async (session: Session | null): Promise<void> => {
    try {
      if (names.some(isOurs)) await tell(session)
    } catch {
      // A page that can't be told now asks for the connection itself, once it is back.
    }
  }
  /** A page that was loaded again asks for one namespace. It hears of the others too, and once. */
  const restore = (session: Session | null, namespace: ChainNamespace): AccountState => {
    const others = names.filter((name) => name !== namespace)
    // A page that can't be told now asks for those connections itself.
    if (session && !store.get(remoteWalletAtom)) tell(session, others).catch(() => {})
    return accountIn(session, namespace)
  }
  return { choose, leave, takeUp, activeIn, accountIn, tell, follow, restore }
}
export type Standing = ReturnType<typeof createStanding>

/** Reference facts 1.7: this peer takes up every network, and names few. */
const takesAll = 'MetaMask Wallet'

const describe = ({ wallet: { name }, granted }: Session): RemoteWallet => ({
  name,
  networks: Object.values(granted).flatMap(({ chains }) => chains),
  addsNetworksOf: (Object.keys(granted) as ChainNamespace[]).filter((namespace) => {
    // In all others a session stays what it was when the wallet agreed to it.
    const method = dialects[namespace]?.addsNetworks
    return method !== undefined && (name === takesAll || granted[namespace]?.methods.includes(method))
  }),
})
