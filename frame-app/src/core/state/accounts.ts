import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress, parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { type AccountType, type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom } from './options.ts'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

/** The account of a connected wallet, with the parts of its CAIP-10 id. */
export type ActiveAccount = {
  namespace: ChainNamespace
  address: string
  caipAddress: string
  caipNetworkId: string
  connectorId: string
  accountType: AccountType
}

export type AccountsByNamespace = Record<ChainNamespace, AccountState>

const disconnected: AccountState = { status: 'disconnected' }
const namespaceNames = Object.keys(namespaces) as ChainNamespace[]
const noAccounts = Object.fromEntries(namespaceNames.map((name) => [name, disconnected])) as AccountsByNamespace

const accountsSourceAtom = atom<AccountsByNamespace>(noAccounts)
/** The storage key of the chosen namespace, which stays chosen on the next visit. */
const chosenKey = 'active_namespace'
const chosenNamespaceAtom = atom((get) => {
  const stored = get(readStorageAtom)(chosenKey)
  return namespaceNames.find((name) => name === stored) ?? null
})

export const accountsAtom = atom((get) => get(accountsSourceAtom))

export const setAccountAtom = atom(null, (get, set, namespace: ChainNamespace, account: AccountState) =>
  set(accountsSourceAtom, { ...get(accountsSourceAtom), [namespace]: account }),
)

/** Namespaces with a connected wallet. */
export const connectedNamespacesAtom = atom((get) => {
  const accounts = get(accountsSourceAtom)
  return namespaceNames.filter((name) => activeAccountOf(name, accounts[name]) !== null)
})

/**
 * The namespace that the visitor chose or connected last, else another connected one. Without any connection, a
 * namespace whose wallet may still reconnect.
 */
export const activeNamespaceAtom = atom((get): ChainNamespace => {
  const accounts = get(accountsSourceAtom)
  const chosen = get(chosenNamespaceAtom)
  const connected = get(connectedNamespacesAtom)
  if (chosen && connected.includes(chosen)) return chosen
  const waiting = namespaceNames.filter((name) => accounts[name].status !== 'disconnected')
  return (
    connected[0] ??
    waiting.find((name) => name === chosen) ??
    waiting[0] ??
    (parseCaipNetworkId(get(bootstrapAtom).defaultNetwork).chainNamespace as ChainNamespace)
  )
})
export const chooseNamespaceAtom = atom(null, (_get, set, namespace: ChainNamespace) =>
  set(writeStorageAtom, chosenKey, namespace),
)

export const activeAccountAtom = atom((get): ActiveAccount | null => {
  const namespace = get(activeNamespaceAtom)
  return activeAccountOf(namespace, get(accountsSourceAtom)[namespace])
})

/** Whether the page restores a connection whose wallet has not answered yet. */
export const isReconnectingAtom = atom(
  (get) => get(accountsSourceAtom)[get(activeNamespaceAtom)].status === 'reconnecting',
)

export const activeAccountOf = (namespace: ChainNamespace, account: AccountState): ActiveAccount | null => {
  const { status, caipAddress, caipNetworkId, connectorId, accountType } = account
  if (status !== 'connected' || !caipAddress || !connectorId) return null
  const { address, chainId } = parseCaipAddress(caipAddress)
  return {
    namespace,
    address,
    caipAddress,
    caipNetworkId: caipNetworkId ?? `${namespace}:${chainId}`,
    connectorId,
    // Only the embedded wallet reports an account type, because only that wallet has smart accounts.
    accountType: accountType ?? 'eoa',
  }
}
