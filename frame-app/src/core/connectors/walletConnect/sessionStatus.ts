import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { announceAccountAtom } from '../../state/heldConnections.ts'
import { connectNamespaceAtom, networksAtom, preferredNetworkIdsAtom } from '../../state/networks.ts'
import { type RemoteWallet, remoteWalletAtom, setRemoteWalletAtom } from '../../state/remoteWallet.ts'
import { readStorageAtom, writeStorageAtom } from '../../state/storage.ts'
import type { ConnectorContext } from '../types.ts'
import { type AccountChoice, type AccountChoices, activeNetworkOf } from './active.ts'
import type { WalletConnectSession } from './readSession.ts'
import { sessionProviders } from './sessionProviders.ts'

const connectorId = 'walletConnect'
const choicesKey = 'wallet_connect_choices'

/**
 * Stores which account and network are active in each namespace of a WalletConnect session, and announces them to the
 * page.
 */
export const createSessionStatus = ({ store }: Pick<ConnectorContext, 'store'>) => {
  const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
  const choices = (): AccountChoices => Object(store.get(readStorageAtom)(choicesKey))
  const isOurs = (namespace: ChainNamespace): boolean => store.get(accountsAtom)[namespace].connectorId === connectorId
  const hasOtherWallet = (namespace: ChainNamespace): boolean =>
    store.get(accountsAtom)[namespace].status === 'connected' && !isOurs(namespace)

  const choose = (namespace: ChainNamespace, choice: AccountChoice): void =>
    store.set(writeStorageAtom, choicesKey, { ...choices(), [namespace]: { ...choices()[namespace], ...choice } })
  const leave = ({ topic }: WalletConnectSession, namespace: ChainNamespace): void => choose(namespace, { left: topic })
  /**
   * A new session connects all its namespaces. If the visitor asked for one namespace, wallets that are connected in
   * other namespaces stay connected.
   */
  const adopt = (session: WalletConnectSession): void => {
    const wanted = store.get(connectNamespaceAtom)
    if (wanted) for (const name of names) if (name !== wanted && hasOtherWallet(name)) leave(session, name)
  }

  const activeIn = (session: WalletConnectSession | null, namespace: ChainNamespace) => {
    const granted = session?.granted[namespace]
    const isLeft = choices()[namespace]?.left === session?.topic
    return granted && !isLeft
      ? activeNetworkOf(granted, Object(choices()[namespace]), store.get(preferredNetworkIdsAtom))
      : null
  }
  const accountIn = (session: WalletConnectSession | null, namespace: ChainNamespace): AccountState => {
    const active = activeIn(session, namespace)
    if (!active) return { status: 'disconnected' }
    const { caipNetworkId, addresses } = active
    const caipAddresses = addresses.map((address) => `${caipNetworkId}:${address}`)
    return {
      status: 'connected',
      connectorId,
      ...(session && { walletName: session.wallet.name }),
      caipNetworkId,
      caipAddress: `${caipNetworkId}:${addresses[0]}`,
      caipAddresses,
      methods: session?.granted[namespace]?.methods ?? [],
      ...(session && limitsOf(session, namespace, store.get(networksAtom))),
    }
  }

  const announce = async (session: WalletConnectSession | null, announced = names): Promise<void> => {
    store.set(setRemoteWalletAtom, session && describe(session))
    for (const namespace of announced) {
      const account = accountIn(session, namespace)
      if (account.status === 'connected' || isOurs(namespace)) await store.set(announceAccountAtom, namespace, account)
    }
  }
  /** Announces a session that the wallet or another tab changed. */
  const follow = async (session: WalletConnectSession | null): Promise<void> => {
    try {
      if (names.some(isOurs)) await announce(session)
    } catch {
      // If the page can't be reached now, the page asks for the connection later.
    }
  }
  /**
   * A reloaded page asks for one namespace after the other. The first call also announces the other namespaces of the
   * session.
   */
  const restore = (session: WalletConnectSession | null, namespace: ChainNamespace): AccountState => {
    const others = names.filter((name) => name !== namespace)
    // If the page can't be reached now, the page later asks for the other namespaces itself.
    if (session && !store.get(remoteWalletAtom)) announce(session, others).catch(() => {})
    return accountIn(session, namespace)
  }
  return { choose, leave, adopt, activeIn, accountIn, announce, follow, restore }
}
export type SessionStatus = ReturnType<typeof createSessionStatus>

/** The networks that the wallet approved, and those of the site that it did not. */
const limitsOf = (session: WalletConnectSession, namespace: ChainNamespace, networks: Network[]) => {
  const { addsNetworksOf } = describe(session)
  if (addsNetworksOf.includes(namespace)) return {}
  const approved = session.granted[namespace]?.chains ?? []
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  return {
    approvedCaipNetworkIds: approved,
    disabledCaipNetworkIds: own.flatMap(({ caipNetworkId }) => (approved.includes(caipNetworkId) ? [] : caipNetworkId)),
  }
}

/** MetaMask can switch to any network, although its session lists only a few. */
const supportsAllNetworks = 'MetaMask Wallet'

const describe = ({ wallet: { name }, granted }: WalletConnectSession): RemoteWallet => ({
  name,
  networks: Object.values(granted).flatMap(({ chains }) => chains),
  addsNetworksOf: (Object.keys(granted) as ChainNamespace[]).filter((namespace) => {
    const method = sessionProviders[namespace]?.addNetworkMethod
    return method !== undefined && (name === supportsAllNetworks || granted[namespace]?.methods.includes(method))
  }),
})
