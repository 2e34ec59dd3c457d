import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import {
  type ActiveAccount,
  accountsAtom,
  activeAccountAtom,
  activeAccountOf,
  chooseNamespaceAtom,
} from './accounts.ts'
import { connectorByIdAtom } from './connections.ts'
import { addedNetworksAtom } from './hostNetworks.ts'
import { chooseNetworkAtom, networksAtom } from './networks.ts'
import { bootstrapAtom } from './options.ts'

/**
 * Switches to a network. Asks the wallet of the network's namespace to switch, and to add the network first if needed.
 * Then activates that namespace. The wallet reports the new network as a change of its account. Without a wallet, this
 * only stores the visitor's choice.
 */
export const goToNetworkAtom = atom(null, async (get, set, caipNetworkId: string): Promise<void> => {
  const network = get(networksAtom).find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND)
  const active = get(activeAccountAtom)
  if (!active) return set(chooseNetworkAtom, caipNetworkId)
  const { chainNamespace } = network
  const account = activeAccountOf(chainNamespace, get(accountsAtom)[chainNamespace])
  if (!account) throw new AppError(chainErrors.CONNECTOR_CHAIN_MISMATCH)
  // If a wallet of another namespace is already on the network, it gets no request. Only the active namespace changes.
  if (account.caipNetworkId !== caipNetworkId || chainNamespace === active.namespace)
    await set(askWalletAtom, account, network)
  set(chooseNamespaceAtom, chainNamespace)
})

const askWalletAtom = atom(null, async (get, _set, account: ActiveAccount, network: Network): Promise<void> => {
  // The chain adapters load on demand, because the first view does not need them.
  const { adapters } = await import('../chains/index.ts')
  const adapter = await adapters[account.namespace]()
  const connector = get(connectorByIdAtom)(account.connectorId)
  await adapter.switchNetwork(
    (request) => connector.request(account.namespace, request),
    network,
    async () => {
      const added = get(addedNetworksAtom).find(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      // The page added this network, so our server does not know its endpoints.
      if (added) return { rpcUrls: added.rpcUrls, restUrls: [] }
      const { fetchNetworkEndpoints } = await import('../api/endpoints.ts')
      return fetchNetworkEndpoints(get(bootstrapAtom).projectId, network)
    },
  )
})
