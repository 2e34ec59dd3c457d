import { atom } from 'jotai/vanilla'
import { parseCaipAddress, parseCaipNetworkId } from 'loader/protocol/caip.ts'
import type { AccountState } from 'loader/protocol/frameApi.ts'
import { type AccountType, type ChainNamespace, namespaces } from 'loader/protocol/namespaces.ts'
import { bootstrapAtom } from './options.ts'

/** An address that a live wallet stands behind. */
export type ActiveAccount = {
  namespace: ChainNamespace
  address: string
  caipAddress: string
  caipNetworkId: string
  connectorId: string
  accountType: AccountType
}

export type Accounts = Record<ChainNamespace, AccountState>

const disconnected: AccountState = { status: 'disconnected' }
const namespaceNames = Object.keys(namespaces) as ChainNamespace[]
const noAccounts = Object.fromEntries(namespaceNames.map((name) => [name, disconnected])) as Accounts

const accountsSourceAtom = atom<Accounts>(noAccounts)
const chosenNamespaceAtom = atom<ChainNamespace | null>(null)

export const accountsAtom = atom((get) => get(accountsSourceAtom))

export const setAccountAtom = atom(null, (get, set, namespace: ChainNamespace, account: AccountState) =>
  set(accountsSourceAtom, { ...get(accountsSourceAtom), [namespace]: account }),
)

/** The one asked for last, else a connected one, else that of the default network. */
export const activeNamespaceAtom = atom((get): ChainNamespace => {
  const accounts = get(accountsSourceAtom)
  const chosen = get(chosenNamespaceAtom)
  const connected = namespaceNames.find((name) => accounts[name].status === 'connected')
  return chosen ?? connected ?? (parseCaipNetworkId(get(bootstrapAtom).defaultNetwork).chainNamespace as ChainNamespace)
})
export const chooseNamespaceAtom = atom(null, (_get, set, namespace: ChainNamespace) =>
  set(chosenNamespaceAtom, namespace),
)

export const activeAccountAtom = atom((get): ActiveAccount | null => {
  const namespace = get(activeNamespaceAtom)
  return readAccount(namespace, get(accountsSourceAtom)[namespace])
})

/** A stored connection whose wallet has not answered yet. */
export const isReconnectingAtom = atom(
  (get) => get(accountsSourceAtom)[get(activeNamespaceAtom)].status === 'reconnecting',
)

export const readAccount = (namespace: ChainNamespace, account: AccountState): ActiveAccount | null => {
  const { status, caipAddress, caipNetworkId, connectorId, accountType } = account
  if (status !== 'connected' || !caipAddress || !connectorId) return null
  const { address, chainId } = parseCaipAddress(caipAddress)
  return {
    namespace,
    address,
    caipAddress,
    caipNetworkId: caipNetworkId ?? `${namespace}:${chainId}`,
    connectorId,
    // A wallet of the page signs with a key of its own; only the embedded one has smart accounts.
    accountType: accountType ?? 'eoa',
  }
}
