import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Device } from '../../domain/device.ts'
import { connectNamespaceAtom, networksAtom } from '../../state/networks.ts'
import { bootstrapAtom, optionsAtom } from '../../state/options.ts'
import type { ConnectorContext, RemoteConnector } from '../types.ts'
import { readChangedAddress, readChangedChain } from './active.ts'
import { openClient, type WalletEvent } from './client.ts'
import type { Pairing, SettledSession } from './pairing.ts'
import { proposalOf } from './proposal.ts'
import { addressOfAccount, networkIdOfAccount, type WalletConnectSession } from './readSession.ts'
import { createRemoteRequestHandler } from './remoteRequests.ts'
import { onReplacedNamespace } from './replacedNamespaces.ts'
import { createSessionStatus, type SessionStatus } from './sessionStatus.ts'
import { openSharedClient, type SharedClient } from './sharedClient.ts'
import { createLazySignIn } from './signIn/lazySignIn.ts'
import { readTabEnvironment } from './tabLock.ts'
import { followVisibility } from './visibility.ts'
import { createWaitingRequests } from './waitingRequests.ts'

/**
 * The connector for wallets on other devices. It sends the page's requests to the session of the WalletConnect client.
 */
export const openRemote = async (context: ConnectorContext, device: Device): Promise<RemoteConnector> => {
  const { store, hostOrigin } = context
  const { walletConnect: settings, projectName } = store.get(bootstrapAtom)
  const { metadata } = store.get(optionsAtom)
  if (!settings) throw new AppError(commonErrors.UNSUPPORTED_METHOD)
  const status = createSessionStatus(context)
  const waiting = createWaitingRequests(context, device)
  const client = await openSharedClient(
    (events) => openClient({ settings, projectName, metadata, hostOrigin, ...events }),
    {
      onSession: (session) => void status.follow(session),
      onEvent: (event, session) => applyEvent(status, event, session),
      onSent: (request) => waiting.onSent(request, client.session()),
    },
    await readTabEnvironment(hostOrigin),
  )
  const pairings = createPairings(context, client, status)
  followVisibility(client, () => client.session() !== null || pairings.hasOpen())

  const isConnected = (namespace: ChainNamespace) => status.activeIn(client.session(), namespace) !== null
  /** Disconnects one namespace. The session ends when no namespace uses it any more. */
  const leave = async (namespace: ChainNamespace): Promise<void> => {
    const session = client.session()
    if (session) status.leave(session, namespace)
    if (!namespacesOf(session).some(isConnected)) await client.disconnect()
    await status.announce(client.session())
  }
  onReplacedNamespace(context, (namespace) => void leave(namespace).catch(() => {}))

  const adopt = async (): Promise<{ namespace: ChainNamespace; account: AccountState }> => {
    const session = client.session()
    if (session) status.adopt(session)
    const wanted = store.get(connectNamespaceAtom)
    const connected = namespacesOf(session).filter(isConnected)
    const namespace = connected.find((name) => name === wanted) ?? connected[0]
    if (!namespace) {
      // Without the disconnect, the wallet would still list the connection.
      await client.disconnect()
      await status.announce(null)
      throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    }
    await status.announce(session)
    return { namespace, account: status.accountIn(session, namespace) }
  }
  return {
    pair: pairings.pair,
    adopt,
    disconnect: leave,
    restore: async (namespace) => {
      await client.wake()
      return status.restore(client.session(), namespace)
    },
    chooseAccount: async (namespace, { caipAddress }) => {
      if (!caipAddress) return
      status.choose(namespace, { address: addressOfAccount(caipAddress) })
      await status.announce(client.session())
    },
    request: createRemoteRequestHandler(context, { client, status, waiting }),
  }
}

const namespacesOf = (session: WalletConnectSession | null) => Object.keys(session?.granted ?? {}) as ChainNamespace[]

const applyEvent = (
  { choose, follow }: SessionStatus,
  { name, data, caipNetworkId }: WalletEvent,
  session: WalletConnectSession,
): void => {
  const namespace = caipNetworkId.split(':')[0] as ChainNamespace
  if (!Object.hasOwn(session.granted, namespace)) return
  const chain = name === 'chainChanged' ? readChangedChain(namespace, data) : undefined
  const address = name === 'accountsChanged' ? readChangedAddress(data) : undefined
  if (chain !== undefined) choose(namespace, { caipNetworkId: chain })
  if (address !== undefined) choose(namespace, { address })
  void follow(session)
}

const createPairings = (context: ConnectorContext, client: SharedClient, { choose }: SessionStatus) => {
  const prepareSignIn = createLazySignIn(context)
  let openCount = 0

  /**
   * Accepts the sign-in message that the wallet signed while it connected. A wallet that signed another message is
   * disconnected.
   */
  const signIn = async (
    settled: Pairing['settled'],
    accept: (settled: SettledSession) => Promise<string | null>,
  ): Promise<SettledSession> => {
    const session = await settled
    if (!session.signedIn) return session
    try {
      const caipAddress = await accept(session)
      if (caipAddress)
        choose('eip155', { caipNetworkId: networkIdOfAccount(caipAddress), address: addressOfAccount(caipAddress) })
      return session
    } catch (thrown) {
      await client.disconnect()
      throw thrown
    }
  }
  return {
    hasOpen: () => openCount > 0,
    pair: async (): Promise<Pairing> => {
      const proposal = proposalOf(context.store.get(networksAtom))
      const prepared = await prepareSignIn(proposal)
      const pairing = await client.pair(proposal, prepared?.request)
      const settled = prepared ? signIn(pairing.settled, prepared.accept) : pairing.settled
      openCount += 1
      const end = () => {
        openCount -= 1
      }
      // Callers stop awaiting a pairing that they give up. The rejection of such a pairing must not count as unhandled.
      settled.then(end, end)
      return { ...pairing, settled }
    },
  }
}
