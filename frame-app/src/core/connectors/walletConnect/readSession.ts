import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import type { SessionTypes } from '@walletconnect/types'

/** A WalletConnect session as plain data, which the tabs of a site can send to each other. */
export type WalletConnectSession = {
  topic: string
  wallet: { name: string; native?: string; universal?: string }
  granted: { [namespace in ChainNamespace]?: NamespaceGrant }
}
/**
 * The rights that the wallet granted in one namespace. `accounts` are CAIP-10 ids in the wallet's order, without
 * invalid ones.
 */
export type NamespaceGrant = { accounts: string[]; chains: string[]; methods: string[] }

export const readSession = ({ topic, namespaces: given, peer }: SessionTypes.Struct): WalletConnectSession => {
  // The wallet wrote all fields of the session, and sign-client validates only accounts, methods and events.
  const { name, redirect } = Object(peer.metadata) as Record<string, unknown>
  const { native, universal } = Object(redirect) as Record<string, unknown>
  const granted: WalletConnectSession['granted'] = {}
  for (const [key, { accounts, chains, methods }] of Object.entries(given)) {
    // CAIP-25 also allows a chain id such as `eip155:1` as the key of a namespace.
    const [namespace = ''] = key.split(':')
    if (!isNamespace(namespace)) continue
    const before = granted[namespace] ?? { accounts: [], chains: [], methods: [] }
    const usable = accounts.filter((account) => isAccount(namespace, account))
    const listed = Array.isArray(chains) ? chains.filter((chain) => typeof chain === 'string') : []
    const named = [...listed, ...(key.includes(':') ? [key] : []), ...usable.map(networkIdOfAccount)]
    granted[namespace] = {
      accounts: unique([...before.accounts, ...usable]),
      chains: unique([...before.chains, ...named]),
      methods: unique([...before.methods, ...methods]),
    }
  }
  return {
    topic,
    wallet: {
      name: cleanText(textOf(name), 64) || 'Wallet',
      ...(textOf(native) && { native: textOf(native) }),
      ...(textOf(universal) && { universal: textOf(universal) }),
    },
    granted,
  }
}

export const networkIdOfAccount = (caipAddress: string): string => caipAddress.split(':').slice(0, 2).join(':')
export const addressOfAccount = (caipAddress: string): string => caipAddress.split(':').slice(2).join(':')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isNamespace = (name: string): name is ChainNamespace => Object.hasOwn(namespaces, name)

const isAccount = (namespace: ChainNamespace, account: string): boolean => {
  try {
    const { chainNamespace, address } = parseCaipAddress(account)
    return chainNamespace === namespace && namespaces[namespace].address.test(address)
  } catch {
    // Drops an invalid account, so that the session keeps its other accounts.
    return false
  }
}

const unique = (list: string[]): string[] => [...new Set(list)]
