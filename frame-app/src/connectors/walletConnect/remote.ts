import { AppError } from 'loader/protocol/errors.ts'
import type { JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { Device } from '../../domain/device.ts'
import { networksAtom } from '../../state/networks.ts'
import { bootstrapAtom } from '../../state/options.ts'
import { isRead, readForPageAtom } from '../../state/rpc.ts'
import type { ConnectorContext, Remote } from '../connector.ts'
import { readAddress, readChain } from './active.ts'
import { openClient, type WalletEvent } from './client.ts'
import { leaveWithOthers } from './leaveWithOthers.ts'
import { openShared } from './owner.ts'
import { proposalOf } from './proposal.ts'
import { readTab } from './scope.ts'
import { addressOf, type Session } from './session.ts'
import { createStanding } from './standing.ts'
import { followVisibility } from './visibility.ts'
import { createWayToWallet } from './wayToWallet.ts'

/** A wallet on another device: the page's requests on one side, the client's session on the other. */
export const openRemote = async (context: ConnectorContext, device: Device): Promise<Remote> => {
  const { store, hostOrigin } = context
  const { walletConnect: settings, projectName } = store.get(bootstrapAtom)
  if (!settings) throw new AppError('UNSUPPORTED_METHOD')
  const { choose, activeIn, accountIn, tell, follow, restore } = createStanding(context)

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
  const client = await openShared(
    (events) =>
      openClient({
        settings,
        projectName,
        hostOrigin,
        ...events,
        onSent: (request) => way.sent(request, client.session()),
      }),
    { onSession: (session) => void follow(session), onEvent: note },
    await readTab(hostOrigin),
  )
  let openPairings = 0
  followVisibility(client, () => client.session() !== null || openPairings > 0)
  leaveWithOthers(context, client)

  const leave = async (): Promise<null> => {
    await client.disconnect()
    await tell(null)
    return null
  }
  const addresses = () => activeIn(client.session(), 'eip155')?.addresses ?? []
  const isGranted = (caipNetworkId: string) =>
    client.session()?.granted.eip155?.accounts.some((account) => account.startsWith(`${caipNetworkId}:`)) ?? false

  /** A network of the session is ours to choose; to another one the wallet has to go, and to add it. */
  const switchNetwork = async (request: JsonRpcRequest): Promise<null> => {
    const wanted = readChain('eip155', Object(Object(request.params)[0]).chainId)
    if (wanted === undefined) throw new AppError('INVALID_PARAMS')
    if (!isGranted(wanted)) {
      await forward('eip155', request)
      // Some wallets agree, and leave the session as it was.
      if (!isGranted(wanted)) throw new AppError('UNRECOGNIZED_CHAIN')
    }
    choose('eip155', { caipNetworkId: wanted })
    // Who asked reads the network next, and hears of it first.
    await follow(client.session())
    return null
  }
  /** To the wallet, if it granted that. */
  const forward = (namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown> => {
    const session = client.session()
    const active = activeIn(session, namespace)
    if (!active) throw new AppError('UNAUTHORIZED')
    if (!session?.granted[namespace]?.methods.includes(request.method)) throw new AppError('UNSUPPORTED_METHOD')
    return way.during(client.request(active.caipNetworkId, request))
  }

  /** What is answered from the session, without the wallet. The page knows permissions better than any wallet. */
  const answers: { [method: string]: (request: JsonRpcRequest) => unknown } = {
    eth_accounts: addresses,
    eth_requestAccounts: addresses,
    eth_chainId: () =>
      `0x${Number(activeIn(client.session(), 'eip155')?.caipNetworkId.split(':')[1] ?? 0).toString(16)}`,
    wallet_switchEthereumChain: switchNetwork,
    wallet_getPermissions: unsupported,
    wallet_requestPermissions: unsupported,
  }

  return {
    pair: async () => {
      const pairing = await client.pair(proposalOf(store.get(networksAtom)))
      openPairings += 1
      const end = () => {
        openPairings -= 1
      }
      pairing.settled.then(end, end)
      return pairing
    },
    adopt: async () => {
      const session = client.session()
      const granted = Object.keys(session?.granted ?? {}) as ChainNamespace[]
      const namespace = granted.find((name) => activeIn(session, name))
      if (!namespace) {
        // The wallet would go on calling it a connection.
        await leave()
        throw new AppError('ACCOUNT_NOT_FOUND')
      }
      await tell(session)
      return { namespace, account: accountIn(session, namespace) }
    },
    disconnect: async () => void (await leave()),
    chooseAccount: async (namespace, { caipAddress }) => {
      if (!caipAddress) return
      choose(namespace, { address: addressOf(caipAddress) })
      await tell(client.session())
    },
    request: async (namespace, request) => {
      const { method } = request
      // The page asks for them to learn whether the connection lives, so the line has to be up.
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') {
        await client.wake()
        restore(client.session())
      }
      if (method === 'wallet_revokePermissions') return leave()
      if (namespace !== 'eip155') return forward(namespace, request)
      if (Object.hasOwn(answers, method)) return answers[method]?.(request)
      if (isRead(method))
        return store.set(readForPageAtom, request, activeIn(client.session(), 'eip155')?.caipNetworkId)
      return forward('eip155', request)
    },
  }
}

const unsupported = (): never => {
  throw new AppError('UNSUPPORTED_METHOD')
}
