import type { AccountState, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import type { StandardAccount } from '../page/walletStandard.ts'

/** The hook of `solana.js`: functions of `page.js` that reach the connected wallet. */
export type SolanaHook = [
  request: (request: JsonRpcRequest) => Promise<unknown>,
  /** The account of the connected wallet. */
  account: () => AccountState,
  /** Shows the modal if no wallet is connected. Rejects with USER_REJECTED if the visitor closes it. */
  connect: () => Promise<{ accounts: readonly StandardAccount[] }>,
]

/** The functions of `solana.js` that `page.js` calls: the signing functions by their names in the Wallet Standard. */
export type SolanaSigning = Readonly<
  Record<SolanaSigningMethod, (inputs: readonly SolanaSigningInput[]) => Promise<object[]>>
>
export type SolanaSigningMethod = 'signMessage' | 'signTransaction' | 'signAndSendTransaction' | 'signIn'
export type SolanaSigningInput = SolanaSignInInput & {
  account: StandardAccount
  transaction: Uint8Array
  message: Uint8Array
  options?: unknown
}

/** The input of `signIn` in the Wallet Standard: all fields are optional, and times are ISO 8601. */
export type SolanaSignInInput = {
  domain?: string
  address?: string
  statement?: string
  uri?: string
  version?: string
  chainId?: string
  nonce?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}
