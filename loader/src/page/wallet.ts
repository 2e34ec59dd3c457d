import type { CaipAddress, CaipNetworkId } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'

/** A method of a namespace. Name, parameters and result are WalletConnect's. */
// biome-ignore lint/suspicious/noExplicitAny: each method reads what it needs, and the wallet checks what it gets
export type WalletMethod = (params: any, account: CaipAddress) => Promise<unknown>

/** A wallet of the page in one namespace, behind a common interface. */
export type NamespaceWallet = {
  namespace: ChainNamespace
  name: string
  icon: string
  /**
   * Returns the wallet's accounts on the first of these networks that the wallet supports, as CAIP-10 ids, the active
   * account first. `silent`: without a prompt to the visitor, so the list may be empty.
   */
  accounts(networks: readonly CaipNetworkId[], silent: boolean): Promise<CaipAddress[]>
  /** Calls back when the wallet's accounts may have changed. */
  watch(changed: () => void): void
  leave?(): unknown
  methods: Readonly<Record<string, WalletMethod>>
}

export type OnWalletFound = (wallet: NamespaceWallet) => void

/** The address of a CAIP-10 account. */
export const accountAddressOf = (account: CaipAddress): string => account.slice(account.lastIndexOf(':') + 1)
export const accountNetworkOf = (account: CaipAddress): CaipNetworkId => account.slice(0, account.lastIndexOf(':'))
