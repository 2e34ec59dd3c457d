import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { sendToNodeAtom } from '../../state/rpc.ts'
import { noteAnswerAtom } from '../../state/sentTransaction.ts'
import type { Connector, ConnectorContext } from '../types.ts'
import { type NamespaceSession, sessionProviders } from './sessionProviders.ts'
import type { SessionStatus } from './sessionStatus.ts'
import type { SharedClient } from './sharedClient.ts'
import type { createWaitingRequests } from './waitingRequests.ts'

type Parts = { client: SharedClient; status: SessionStatus; waiting: ReturnType<typeof createWaitingRequests> }

/** Answers the page's requests from the session's data, through a node, or by the wallet. */
export const createRemoteRequestHandler = (
  { store }: Pick<ConnectorContext, 'store'>,
  { client, status, waiting }: Parts,
): Connector['request'] => {
  const activeIn = (namespace: ChainNamespace) => status.activeIn(client.session(), namespace)
  const isGranted = (namespace: ChainNamespace, caipNetworkId: string) =>
    client.session()?.granted[namespace]?.accounts.some((account) => account.startsWith(`${caipNetworkId}:`)) ?? false

  const sendToWallet = async (namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown> => {
    const active = activeIn(namespace)
    if (!active) throw new AppError(commonErrors.UNAUTHORIZED)
    const { caipNetworkId } = active
    if (!client.session()?.granted[namespace]?.methods.includes(request.method))
      throw new AppError(commonErrors.UNSUPPORTED_METHOD)
    return waiting.during({ request, caipNetworkId }, requestAndNote(store, client, request, caipNetworkId))
  }
  /**
   * Switches between networks of the session without asking the wallet. The wallet must first add any other network to
   * the session.
   */
  const switchTo = async (
    namespace: ChainNamespace,
    wanted: string,
    addRequest: JsonRpcRequest | null,
  ): Promise<null> => {
    if (!isGranted(namespace, wanted)) {
      if (addRequest) await sendToWallet(namespace, addRequest)
      // Some wallets answer the request without an error but do not add the network to the session.
      if (!isGranted(namespace, wanted)) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
    }
    status.choose(namespace, { caipNetworkId: wanted })
    // The page must know the new network before this answer arrives, because sites read the network right after the
    // switch.
    await status.follow(client.session())
    return null
  }
  const sessionOf = (namespace: ChainNamespace): NamespaceSession => ({
    caipNetworkId: () => activeIn(namespace)?.caipNetworkId,
    addresses: () => activeIn(namespace)?.addresses ?? [],
    switchTo: (caipNetworkId, request) => switchTo(namespace, caipNetworkId, request),
  })

  return async (namespace, request) => {
    const { method, params } = request
    // After a reload this tab may not know its session until the client has connected.
    if (!client.session()) await client.wake()
    const provider = sessionProviders[namespace]
    if (provider && Object.hasOwn(provider.answers, method))
      return provider.answers[method]?.(sessionOf(namespace), request)
    if (method === 'wallet_switchNetwork') return switchTo(namespace, String(Object(params)[0]), null)
    // A node answers read methods, so that the wallet's device need not be awake.
    const caipNetworkId = activeIn(namespace)?.caipNetworkId
    if (caipNetworkId && rpcPolicyOf(method, namespace)?.proxy === 'public')
      return store.set(sendToNodeAtom, request, caipNetworkId)
    return sendToWallet(namespace, request)
  }
}

const requestAndNote = async (
  store: ConnectorContext['store'],
  client: SharedClient,
  request: JsonRpcRequest,
  caipNetworkId: CaipNetworkId,
): Promise<unknown> => {
  const answer = await client.request(caipNetworkId, request)
  store.set(noteAnswerAtom, request.method, { answer, caipNetworkId })
  return answer
}
