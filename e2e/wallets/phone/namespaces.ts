import type { IWalletKit } from '@reown/walletkit'
import type { Address } from 'viem'
import { demoWalletMethods } from '../demo/methods.ts'

const events = ['accountsChanged', 'chainChanged']

type Namespaces = Parameters<IWalletKit['approveSession']>[0]['namespaces']
type RequestedNamespaces = Record<string, { chains?: string[]; methods: string[]; events: string[] }>
export type ProposedNamespaces = { requiredNamespaces: RequestedNamespaces; optionalNamespaces: RequestedNamespaces }

/**
 * Returns every chain that a site requests. A key of the requested namespaces is a namespace, or a chain such as
 * `eip155:1`.
 */
export const requestedChains = ({ requiredNamespaces, optionalNamespaces }: ProposedNamespaces): string[] => [
  ...new Set(
    [requiredNamespaces, optionalNamespaces].flatMap((requested) =>
      Object.entries(requested).flatMap(([key, { chains }]) => chains ?? (key.includes(':') ? [key] : [])),
    ),
  ),
]

/** Returns the namespaces for a new session: the requested methods and events, as far as the phone supports them. */
export function grantNamespaces(proposal: ProposedNamespaces, chains: string[], address: Address): Namespaces {
  const requested = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap((namespaces) =>
    Object.entries(namespaces).flatMap(([key, value]) => (key.startsWith('eip155') ? [value] : [])),
  )
  const eip155 = {
    methods: [...new Set(requested.flatMap((namespace) => namespace.methods))].filter((name) =>
      Object.hasOwn(demoWalletMethods, name),
    ),
    events: [...new Set(requested.flatMap((namespace) => namespace.events))].filter((name) => events.includes(name)),
  }
  return withChainsAndAccount({ eip155: { ...eip155, accounts: [] } }, chains, address)
}

/** Returns the namespaces of a session with the same methods and events, for another account or on other chains. */
export function withChainsAndAccount({ eip155 }: Namespaces, chains: string[], address: Address): Namespaces {
  const accounts = chains.map((chain) => `${chain}:${address}`)
  return { eip155: { methods: [], events: [], ...eip155, chains, accounts } }
}
