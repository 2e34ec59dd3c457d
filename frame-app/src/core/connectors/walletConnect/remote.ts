import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { policyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import type { Device } from '../../domain/device.ts'
import { connectNamespaceAtom, networksAtom } from '../../state/networks.ts'
import { bootstrapAtom } from '../../state/options.ts'
import { readNodeAtom } from '../../state/rpc.ts'
import type { ConnectorContext, Remote } from '../connector.ts'
import { readAddress, readChain } from './active.ts'
import { openClient, type Pairing, type Settled, type WalletEvent } from './client.ts'
import { dialects, type Line } from './dialects.ts'
import { leaveWithOthers } from './leaveWithOthers.ts'
import { openShared } from './owner.ts'
import { proposalOf } from './proposal.ts'
import { readTab } from './scope.ts'
import { addressOf, chainOf, type Session } from './session.ts'
import { createStanding } from './sessionStatus.ts'
import { createSignIn } from './signIn/signInLater.ts'
import { followVisibility } from './visibility.ts'
import { createWayToWallet } from './wayToWallet.ts'

/** A wallet on another device: the page's requests on one side, the client's session on the other. */
export const openRemote = async (context: ConnectorContext, device: Device): Promise<Remote> => {
  const { store, hostOrigin } = context
  const { walletConnect: settings, projectName } = store.get(bootstrapAtom)
  if (!settings) throw new AppError(commonErrors.UNSUPPORTED_METHOD)
  const standing = createStanding(context)
  const { choose, activeIn, accountIn, tell, follow } = standing

  const note = ({ name, data, caipNetworkId }: WalletEvent, session: Session): void => {
    const namespace = caipNetworkId.split(':')[0] as ChainNamespace
    if (!Object.hasOwn(session.granted, namespace)) return
    const chain = name === 'chainChanged' ? readChain(namespace, data) : undefined
    const address = name === 'accountsChanged' ? readAddress(data) : undefined
    if (chain !== undefined) choose(namespace, { caipNetworkId: chain })
    if (address !== undefined) choose(namespace, { address })
    void follow(session)
  }
  const way = createWayToWallet(context, device)
  const askBeside = createSignIn(context)
  const client = await openShared(
    (events) => openClient({ settings, projectName, hostOrigin, ...events }),
    {
      onSession: (session) => void follow(session),
      onEvent: note,
      onSent: (request) => way.sent(request, client.session()),
    },
    await readTab(hostOrigin),
  )
  let openPairings = 0
  followVisibility(client, () => client.session() !== null || openPairings > 0)

  const isHeld = (namespace: ChainNamespace) => activeIn(client.session(), namespace) !== null
  /** One namespace; the session ends with its last. */
  const leave = async (namespace: ChainNamespace): Promise<void> => {
    const session = client.session()
    if (session) standing.leave(session, namespace)
    if (!namesOf(session).some(isHeld)) await client.disconnect()
    await tell(client.session())
  }
  leaveWithOthers(context, (namespace) => void leave(namespace).catch(() => {}))

  const isGranted = (namespace: ChainNamespace, caipNetworkId: string) =>
    client.session()?.granted[namespace]?.accounts.some((account) => account.startsWith(`${caipNetworkId}:`)) ?? false
  /** A network of the session is ours to choose; to another one the wallet has to go, and to add it. */
  const goTo = async (namespace: ChainNamespace, wanted: string, request: JsonRpcRequest | null): Promise<null> => {
    if (!isGranted(namespace, wanted)) {
      if (request) await forward(namespace, request)
      // Some wallets agree, and leave the session as it was.
      if (!isGranted(namespace, wanted)) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
    }
    choose(namespace, { caipNetworkId: wanted })
    // Who asked reads the network next, and hears of it first.
    await follow(client.session())
    return null
  }
  /** To the wallet, if it granted that. */
  const forward = (namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown> => {
    const session = client.session()
    const active = activeIn(session, namespace)
    if (!active) throw new AppError(commonErrors.UNAUTHORIZED)
    if (!session?.granted[namespace]?.methods.includes(request.method))
      throw new AppError(commonErrors.UNSUPPORTED_METHOD)
    return way.during(client.request(active.caipNetworkId, request))
  }

  const lineOf = (namespace: ChainNamespace): Line => ({
    caipNetworkId: () => activeIn(client.session(), namespace)?.caipNetworkId,
    addresses: () => activeIn(client.session(), namespace)?.addresses ?? [],
    goTo: (caipNetworkId, request) => goTo(namespace, caipNetworkId, request),
  })
  /** A wallet that signs something else than it was asked to is none to go on with. */
  const signIn = async (
    settled: Pairing['settled'],
    accept: (settled: Settled) => Promise<string | null>,
  ): Promise<Settled> => {
    const session = await settled
    if (!session.signedIn) return session
    try {
      const caipAddress = await accept(session)
      if (caipAddress) choose('eip155', { caipNetworkId: chainOf(caipAddress), address: addressOf(caipAddress) })
      return session
    } catch (thrown) {
      await client.disconnect()
      throw thrown
    }
  }
  return {
    pair: async () => {
      const proposal = proposalOf(store.get(networksAtom))
      const beside = await askBeside(proposal)
      const own = await client.pair(proposal, beside?.request)
      const pairing = { ...own, settled: beside ? signIn(own.settled, beside.accept) : own.settled }
      // Whoever waits hears of it; a pairing that was given up has nobody who waits.
      pairing.settled.catch(() => {})
      openPairings += 1
      const end = () => {
        openPairings -= 1
      }
      pairing.settled.then(end, end)
      return pairing
    },
    adopt: async () => {
      const session = client.session()
      if (session) standing.takeUp(session)
      const wanted = store.get(connectNamespaceAtom)
      const held = namesOf(session).filter(isHeld)
      const namespace = held.find((name) => name === wanted) ?? held[0]
      if (!namespace) {
        // The wallet would go on calling it a connection.
        await client.disconnect()
        await tell(null)
        throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
      }
      await tell(session)
      return { namespace, account: accountIn(session, namespace) }
    },
    disconnect: leave,
    restore: async (namespace) => {
      await client.wake()
      return standing.restore(client.session(), namespace)
    },
    chooseAccount: async (namespace, { caipAddress }) => {
      if (!caipAddress) return
      choose(namespace, { address: addressOf(caipAddress) })
      await tell(client.session())
    },
    request: async (namespace, request) => {
      const { method, params } = request
      // A frame that was loaded again does not know its session yet.
      if (!client.session()) await client.wake()
      const dialect = dialects[namespace]
      if (dialect && Object.hasOwn(dialect.answers, method))
        return dialect.answers[method]?.(lineOf(namespace), request)
      if (method === 'wallet_switchNetwork') return goTo(namespace, String(Object(params)[0]), null)
      // A node answers reads, so that the wallet's device need not be awake.
      const caipNetworkId = activeIn(client.session(), namespace)?.caipNetworkId
      if (caipNetworkId && policyOf(method, namespace)?.proxy === 'public')
        return store.set(readNodeAtom, request, caipNetworkId)
      return forward(namespace, request)
    },
  }
}

const namesOf = (session: Session | null) => Object.keys(session?.granted ?? {}) as ChainNamespace[]
