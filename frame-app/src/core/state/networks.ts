import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom, activeAccountAtom, connectedNamespacesAtom } from './accounts.ts'
import { addedNetworksAtom, removedNetworkIdsAtom } from './hostNetworks.ts'
import { bootstrapAtom, optionsAtom, requestedNetworkIdsAtom } from './options.ts'
import { remoteWalletAtom } from './remoteWallet.ts'

/**
 * The project's networks in the host's order, with those that the host added and without those that the host removed.
 */
export const networksAtom = atom((get): Network[] => {
  const removed = get(removedNetworkIdsAtom)
  const picked = pickNetworks(get(bootstrapAtom).networks, get(requestedNetworkIdsAtom))
  const added = get(addedNetworksAtom).map(({ rpcUrls, ...network }) => ({ ...network, ...partsOf(network) }))
  return [...picked, ...added].filter(({ caipNetworkId }) => !removed.includes(caipNetworkId))
})

const partsOf = ({ caipNetworkId }: { caipNetworkId: string }) => {
  const { chainNamespace, chainId } = parseCaipNetworkId(caipNetworkId)
  // The cast is safe, because `addNetwork` accepts only namespaces with an adapter.
  return { chainNamespace: chainNamespace as ChainNamespace, id: chainId }
}

/**
 * Selects and orders the networks as the host's list says. A list without any network of the project counts as a
 * mistake and is ignored.
 */
const pickNetworks = (networks: Network[], requested: string[] | undefined): Network[] => {
  const picked = [...new Set(requested)].flatMap((id) => networks.find((network) => network.caipNetworkId === id) ?? [])
  return picked.length > 0 ? picked : networks
}

const wantedNamespaceAtom = atom<ChainNamespace | null>(null)
/** The namespace that the visitor connects a wallet for; null for any. */
export const connectNamespaceAtom = atom((get) => get(wantedNamespaceAtom))
export const setConnectNamespaceAtom = atom(null, (_get, set, namespace: ChainNamespace | null) =>
  set(wantedNamespaceAtom, namespace),
)
/** The networks that the visitor can connect a new wallet for. */
export const offeredNetworksAtom = atom((get) => {
  const wanted = get(wantedNamespaceAtom)
  return get(networksAtom).filter(({ chainNamespace }) => !wanted || chainNamespace === wanted)
})

/** The namespaces of these networks, in the networks' order. */
export const offeredNamespacesAtom = atom((get) => [
  ...new Set(get(offeredNetworksAtom).map(({ chainNamespace }) => chainNamespace)),
])

const chosenNetworkAtom = atom<string | null>(null)
export const chooseNetworkAtom = atom(null, (_get, set, caipNetworkId: string) => set(chosenNetworkAtom, caipNetworkId))

/**
 * CAIP-2 ids of all networks, the visitor's choice first. Most wallets let the page choose the network to start on, and
 * take the first of these ids.
 */
export const preferredNetworkIdsAtom = atom((get): string[] => {
  const ids = get(networksAtom).map(({ caipNetworkId }) => caipNetworkId)
  const chosen = get(chosenNetworkAtom)
  return ids.toSorted((a, b) => Number(b === chosen) - Number(a === chosen))
})

const findNetwork = (networks: Network[], caipNetworkId: string | null): Network | null =>
  networks.find((network) => network.caipNetworkId === caipNetworkId) ?? null

/**
 * The network of the connected wallet, null if the project lacks that network. Without a wallet, the network that the
 * visitor chose.
 */
export const activeNetworkAtom = atom((get): Network | null => {
  const networks = get(networksAtom)
  const account = get(activeAccountAtom)
  if (account) return findNetwork(networks, account.caipNetworkId)
  const requested = get(requestedNetworkIdsAtom)?.length ? networks[0] : undefined
  return (
    findNetwork(networks, get(chosenNetworkAtom)) ??
    requested ??
    findNetwork(networks, get(bootstrapAtom).defaultNetwork) ??
    networks[0] ??
    null
  )
})

/** False if the connected wallet is on a network that the project lacks. */
export const isNetworkSupportedAtom = atom((get) => !get(activeAccountAtom) || get(activeNetworkAtom) !== null)

/**
 * Whether the visitor can switch to a network. A page wallet can switch to any network of its namespace, a wallet on
 * another device to the networks of its WalletConnect session. A network of another namespace may need a wallet first.
 * Without a connected wallet the visitor can choose every network.
 */
export const networkAccessAtom = atom((get) => {
  const accounts = get(accountsAtom)
  const remote = get(remoteWalletAtom)
  const isFree = get(connectedNamespacesAtom).length === 0
  return ({ chainNamespace, caipNetworkId }: Network): 'open' | 'refused' | 'needsWallet' => {
    if (isFree) return 'open'
    const { status, connectorId } = accounts[chainNamespace]
    if (status !== 'connected') return 'needsWallet'
    const isLimited = connectorId === 'walletConnect' && remote && !remote.addsNetworksOf.includes(chainNamespace)
    return isLimited && !remote.networks.includes(caipNetworkId) ? 'refused' : 'open'
  }
})

/** CAIP-2 ids of the networks that the active connection can switch to. */
export const switchableNetworkIdsAtom = atom((get): string[] => {
  const accessTo = get(networkAccessAtom)
  const active = get(activeAccountAtom)
  return get(networksAtom)
    .filter((network) => accessTo(network) === 'open' && (!active || network.chainNamespace === active.namespace))
    .map(({ caipNetworkId }) => caipNetworkId)
})

/** Whether the visitor must switch to another network before any other step. */
export const mustSwitchNetworkAtom = atom((get) => {
  const { unsupportedChain, enableNetworkSwitch } = get(optionsAtom)
  return !get(isNetworkSupportedAtom) && enableNetworkSwitch && unsupportedChain === 'view'
})
