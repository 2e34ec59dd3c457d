import type { AccountState, CaipAddress, CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import { isUnfinished } from '../unlock/unfinished.ts'

/** The chain namespaces for which the wallet derives a key from its seed. */
const walletNamespaces = ['eip155', 'solana'] as const
type WalletNamespace = (typeof walletNamespaces)[number]
type Active = { [Namespace in WalletNamespace]?: CaipNetworkId }
type Project = Pick<SecureBootstrap, 'networks' | 'defaultNetwork'>

/** The active network of each namespace, stored for the next document. */
export const createActiveNetworks = ({ networks, defaultNetwork }: Project, store: Store, scope: string) => {
  const name = `networks ${scope}`
  const offered = (namespace: WalletNamespace): CaipNetworkId[] =>
    networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
  let active: Active = Object.fromEntries(
    walletNamespaces.flatMap((namespace) => {
      const ids = offered(namespace)
      const first = ids.find((id) => id === defaultNetwork) ?? ids[0]
      return first === undefined ? [] : [[namespace, first]]
    }),
  )
  return {
    current: (): Active => active,
    restore: async (): Promise<void> => {
      const stored = await store.get(name)
      if (!v.is(v.record(v.string(), v.string()), stored)) return
      for (const namespace of walletNamespaces) {
        const id = offered(namespace).find((known) => known === stored[namespace])
        if (id !== undefined) active = { ...active, [namespace]: id }
      }
    },
    choose: async (id: string): Promise<void> => {
      const namespace = walletNamespaces.find((known) => offered(known).some((known) => known === id))
      if (!namespace) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
      active = { ...active, [namespace]: id as CaipNetworkId }
      await store.put(name, active)
    },
  }
}

/** The facts about the visitor that the modal's frame gets. An unfinished wallet counts as not connected. */
export const toEmbeddedUser = (facts: SessionFacts | null, active: Active): EmbeddedUser => {
  if (!facts?.wallet || isUnfinished(facts.wallet)) return { isConnected: false, accounts: {} }
  const { accounts } = facts.wallet
  return {
    isConnected: true,
    email: facts.email,
    accounts: Object.fromEntries(
      walletNamespaces.flatMap((namespace) => {
        const caipNetworkId = active[namespace]
        if (caipNetworkId === undefined) return []
        const caipAddress = `${caipNetworkId}:${accounts[namespace]}` as CaipAddress
        const state: AccountState = {
          status: 'connected',
          caipAddress,
          caipNetworkId,
          accountType: 'eoa',
          caipAddresses: [caipAddress],
        }
        return [[namespace, state]]
      }),
    ),
  }
}
