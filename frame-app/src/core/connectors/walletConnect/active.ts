import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { dialects } from './dialects.ts'
import { addressOf, chainOf, type Granted } from './session.ts'

/** Where a connection stands: what the visitor or the wallet chose, as far as the session still has it. */
export type Choice = {
  caipNetworkId?: string
  address?: string
  /** The session that the visitor left in this namespace, or has another wallet beside; in the others it goes on. */
  left?: string
}
export type Choices = { [namespace in ChainNamespace]?: Choice }

/** The network, and the accounts there with the chosen one first. Null where the wallet granted none at all. */
export const activeOf = (
  { accounts, chains }: Granted,
  choice: Choice,
  preferred: readonly string[],
): { caipNetworkId: string; addresses: string[] } | null => {
  const reachable = chains.filter((chain) => accounts.some((account) => chainOf(account) === chain))
  const caipNetworkId =
    [choice.caipNetworkId, ...preferred].find((id) => id !== undefined && reachable.includes(id)) ?? reachable[0]
  if (caipNetworkId === undefined) return null
  const addresses = accounts.filter((account) => chainOf(account) === caipNetworkId).map(addressOf)
  const first = addresses.filter((address) => isSame(address, choice.address))
  return { caipNetworkId, addresses: [...new Set([...first, ...addresses])] }
}

/** What the data of `chainChanged` means: a number, hex or CAIP-2; undefined where it is none of these. */
export const readChain = (namespace: ChainNamespace, data: unknown): string | undefined => {
  const text = String(Object(data).chainId ?? data)
  if (text.startsWith(`${namespace}:`)) return text
  const dialect = dialects[namespace]
  const reference = dialect ? dialect.readReference(text) : text
  return reference ? `${namespace}:${reference}` : undefined
}

/** The first account that `accountsChanged` names, as address or CAIP-10. */
export const readAddress = (data: unknown): string | undefined => {
  const [first] = Array.isArray(data) ? data : [data]
  return typeof first === 'string' && first !== '' ? first.split(':').at(-1) : undefined
}

/**
 * Hex digits are the same account in both cases; elsewhere the case is part of the address. In bech32 the network stands
 * in front and a checksum at the end, and what is between them is the account's on all networks.
 */
const isSame = (one: string, other = ''): boolean => {
  const [body, otherBody] = [one, other].map((address) => /^[a-z]+1([a-z\d]{20,})[a-z\d]{6}$/.exec(address)?.[1])
  const isSameHex = one.startsWith('0x') && one.toLowerCase() === other.toLowerCase()
  return one === other || isSameHex || (body !== undefined && body === otherBody)
}
