import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { answerRequest } from '../connectors/answerRequest.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { activeNetworkAtom, networksAtom } from '../state/networks.ts'
import { bootstrapAtom } from '../state/options.ts'
import type { EffectContext, Store } from './context.ts'

/** Answers a request of the page for which no connected wallet is responsible. */
export const answerWithoutWallet = (
  { store, hostOrigin }: Pick<EffectContext, 'store' | 'hostOrigin'>,
  namespace: ChainNamespace,
  request: JsonRpcRequest,
  wanted?: CaipNetworkId,
): Promise<unknown> => {
  const needsWallet = (): never => {
    // If a wallet is connected, that wallet lacks the method. UNAUTHORIZED would make the page ask for permission in
    // vain.
    throw new AppError(store.get(activeAccountAtom) ? commonErrors.UNSUPPORTED_METHOD : commonErrors.UNAUTHORIZED)
  }
  return answerRequest(
    {
      store,
      hostOrigin,
      account: { status: 'disconnected' },
      caipNetworkId: networkIn(store, namespace, wanted),
      send: async () => needsWallet(),
      switchNetwork: async () => needsWallet(),
      disconnect: async () => {},
      onRefused: async () => {},
    },
    namespace,
    request,
  )
}

/**
 * The network to read from: the one that the page named, else the active, the default or the first network of the
 * namespace.
 */
const networkIn = (store: Store, namespace: ChainNamespace, wanted: CaipNetworkId | undefined): CaipNetworkId => {
  if (wanted) return wanted
  const known = store.get(networksAtom).map(({ caipNetworkId }) => caipNetworkId)
  const preferred = [store.get(activeNetworkAtom)?.caipNetworkId, store.get(bootstrapAtom).defaultNetwork, ...known]
  return preferred.find((id) => id?.startsWith(`${namespace}:`)) ?? ''
}
