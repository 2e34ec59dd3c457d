import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { type ActiveAccount, accountsAtom, activeAccountAtom, chooseNamespaceAtom, readAccount } from './accounts.ts'
import { type Failure, toFailure } from './attempts.ts'
import { connectorOfAtom } from './connections.ts'
import { addedNetworksAtom } from './hostNetworks.ts'
import { chooseNetworkAtom, networksAtom } from './networks.ts'
import { bootstrapAtom } from './options.ts'

type SwitchAttempt =
  | { status: 'idle' }
  | { status: 'waiting'; caipNetworkId: string }
  | (Failure & { caipNetworkId: string })

const attemptSourceAtom = atom<SwitchAttempt>({ status: 'idle' })
export const switchAttemptAtom = atom((get) => get(attemptSourceAtom))
export const cancelSwitchAtom = atom(null, (_get, set) => set(attemptSourceAtom, { status: 'idle' }))

/**
 * Asks the wallet of the network's namespace to switch, and to add the network first if needed; then activates that
 * namespace. The wallet reports the new network as a change of the account. Without a wallet only stores the choice.
 */
export const goToNetworkAtom = atom(null, async (get, set, caipNetworkId: string): Promise<void> => {
  const network = get(networksAtom).find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND)
  const active = get(activeAccountAtom)
  if (!active) return set(chooseNetworkAtom, caipNetworkId)
  const { chainNamespace } = network
  const account = readAccount(chainNamespace, get(accountsAtom)[chainNamespace])
  if (!account) throw new AppError(commonErrors.CONNECTOR_CHAIN_MISMATCH)
  // A wallet of another namespace that is on the network already only becomes active.
  if (account.caipNetworkId !== caipNetworkId || chainNamespace === active.namespace)
    await set(askWalletAtom, account, network)
  set(chooseNamespaceAtom, chainNamespace)
})

const askWalletAtom = atom(null, async (get, _set, account: ActiveAccount, network: Network): Promise<void> => {
  // Loaded lazily to keep the chains out of the first view.
  const { adapters } = await import('../chains/index.ts')
  const adapter = await adapters[account.namespace]()
  const connector = get(connectorOfAtom)(account.connectorId)
  await adapter.switchNetwork(
    (request) => connector.request(account.namespace, request),
    network,
    async () => {
      const added = get(addedNetworksAtom).find(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      // A network of the page, unknown to our server.
      if (added) return { rpcUrls: added.rpcUrls, restUrls: [] }
      const { fetchNetworkEndpoints } = await import('../api/endpoints.ts')
      return fetchNetworkEndpoints(get(bootstrapAtom).projectId, network)
    },
  )
})

/** Runs `goToNetworkAtom` as an attempt that a view shows. True if the wallet agreed. */
export const switchNetworkAtom = atom(null, async (get, set, caipNetworkId: string): Promise<boolean> => {
  const attempt: SwitchAttempt = { status: 'waiting', caipNetworkId }
  // Ignores the answer to a cancelled attempt.
  const isCurrent = () => get(attemptSourceAtom) === attempt
  if (get(activeAccountAtom)) set(attemptSourceAtom, attempt)
  try {
    await set(goToNetworkAtom, caipNetworkId)
    if (isCurrent()) set(attemptSourceAtom, { status: 'idle' })
    return true
  } catch (error) {
    if (isCurrent()) set(attemptSourceAtom, { ...toFailure(error), caipNetworkId })
    return false
  }
})
