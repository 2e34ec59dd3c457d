import { atom } from 'jotai/vanilla'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { Network } from 'loader/protocol/serverApi.ts'
import { accountsAtom, activeAccountAtom, activeNamespaceAtom } from './accounts.ts'
import { bootstrapAtom, optionsAtom, requestedNetworksAtom } from './options.ts'
import { remoteWalletAtom } from './remoteWallet.ts'

/** The project's networks, in the host's order where it gave one. */
export const networksAtom = atom((get) => pickNetworks(get(bootstrapAtom).networks, get(requestedNetworksAtom)))

/** A host may narrow and reorder; what leaves nothing is a mistake and counts as no wish. */
export const pickNetworks = (networks: Network[], requested: string[] | undefined): Network[] => {
  const picked = [...new Set(requested)].flatMap((id) => networks.find((network) => network.caipNetworkId === id) ?? [])
  return picked.length > 0 ? picked : networks
}

const wantedNamespaceAtom = atom<ChainNamespace | null>(null)
/** The one namespace that the visitor connects a wallet for, if it is one. */
export const connectNamespaceAtom = atom((get) => get(wantedNamespaceAtom))
export const connectForAtom = atom(null, (_get, set, namespace: ChainNamespace | null) =>
  set(wantedNamespaceAtom, namespace),
)
/** Those that a wallet is of use on. */
export const offeredNetworksAtom = atom((get) => {
  const wanted = get(wantedNamespaceAtom)
  return get(networksAtom).filter(({ chainNamespace }) => !wanted || chainNamespace === wanted)
})

const chosenNetworkAtom = atom<string | null>(null)
export const chooseNetworkAtom = atom(null, (_get, set, caipNetworkId: string) => set(chosenNetworkAtom, caipNetworkId))

const findNetwork = (networks: Network[], caipNetworkId: string | null): Network | null =>
  networks.find((network) => network.caipNetworkId === caipNetworkId) ?? null

/** The connected wallet's network; null where it stands on one that is not ours. Without a wallet, the one chosen here. */
export const activeNetworkAtom = atom((get): Network | null => {
  const networks = get(networksAtom)
  const account = get(activeAccountAtom)
  if (account) return findNetwork(networks, account.caipNetworkId)
  const requested = get(requestedNetworksAtom)?.length ? networks[0] : undefined
  return (
    findNetwork(networks, get(chosenNetworkAtom)) ??
    requested ??
    findNetwork(networks, get(bootstrapAtom).defaultNetwork) ??
    networks[0] ??
    null
  )
})

/** Whether the connected wallet stands on one of our networks. */
export const isSupportedAtom = atom((get) => !get(activeAccountAtom) || get(activeNetworkAtom) !== null)

/**
 * Networks that the connection can be asked to go to. A wallet of the page can be asked for any of its namespace, one on
 * another device for those of its session.
 */
export const approvedNetworkIdsAtom = atom((get): string[] => {
  const networks = get(networksAtom)
  const namespace = get(activeNamespaceAtom)
  const { status, connectorId } = get(accountsAtom)[namespace]
  const remote = connectorId === 'walletConnect' ? get(remoteWalletAtom) : null
  const isApproved = ({ chainNamespace, caipNetworkId }: Network): boolean =>
    chainNamespace === namespace && (!remote || remote.addsNetworks || remote.networks.includes(caipNetworkId))
  const approved = status === 'connected' ? networks.filter(isApproved) : networks
  return approved.map((network) => network.caipNetworkId)
})

/** Whether the visitor has to leave the wallet's network before anything else. */
export const mustSwitchAtom = atom((get) => {
  const { unsupportedChain, enableNetworkSwitch } = get(optionsAtom)
  return !get(isSupportedAtom) && enableNetworkSwitch && unsupportedChain === 'view'
})
