import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { addressOfAccount, type NamespaceGrant, networkIdOfAccount } from './readSession.ts'
import { sessionProviders } from './sessionProviders.ts'

/**
 * The network and address that the visitor or the wallet chose in a namespace. The session may no longer contain them.
 */
export type AccountChoice = {
  caipNetworkId?: string
  address?: string
  /** Topic of a session that this namespace disconnected from, while other namespaces still use the session. */
  left?: string
}
export type AccountChoices = { [namespace in ChainNamespace]?: AccountChoice }

/**
 * The active network of a namespace, and the wallet's addresses on that network, the chosen address first. Null if the
 * wallet granted no account.
 */
export const activeNetworkOf = (
  { accounts, chains }: NamespaceGrant,
  choice: AccountChoice,
  preferred: readonly string[],
): { caipNetworkId: string; addresses: string[] } | null => {
  const reachable = chains.filter((chain) => accounts.some((account) => networkIdOfAccount(account) === chain))
  const caipNetworkId =
    [choice.caipNetworkId, ...preferred].find((id) => id !== undefined && reachable.includes(id)) ?? reachable[0]
  if (caipNetworkId === undefined) return null
  const addresses = accounts.filter((account) => networkIdOfAccount(account) === caipNetworkId).map(addressOfAccount)
  const first = addresses.filter((address) => isSame(address, choice.address))
  return { caipNetworkId, addresses: [...new Set([...first, ...addresses])] }
}

/** Reads the data of `chainChanged`, which wallets send as number, hex or CAIP-2. */
export const readChangedChain = (namespace: ChainNamespace, data: unknown): string | undefined => {
  const text = String(Object(data).chainId ?? data)
  if (text.startsWith(`${namespace}:`)) return text
  const provider = sessionProviders[namespace]
  const reference = provider ? provider.readReference(text) : text
  return reference ? `${namespace}:${reference}` : undefined
}

/** Reads the first account of `accountsChanged`, which wallets send as address or CAIP-10. */
export const readChangedAddress = (data: unknown): string | undefined => {
  const [first] = Array.isArray(data) ? data : [data]
  return typeof first === 'string' && first !== '' ? first.split(':').at(-1) : undefined
}

/**
 * Compares hex addresses without case. Compares bech32 addresses without prefix and checksum, because both differ
 * between networks. Compares all other addresses exactly.
 */
const isSame = (a: string, b = ''): boolean => {
  const [accountA, accountB] = [a, b].map((address) => /^[a-z]+1([a-z\d]{20,})[a-z\d]{6}$/.exec(address)?.[1])
  const isSameHex = a.startsWith('0x') && a.toLowerCase() === b.toLowerCase()
  return a === b || isSameHex || (accountA !== undefined && accountA === accountB)
}
