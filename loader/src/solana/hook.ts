import type { AccountState, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import type { StandardAccount } from '../page/walletStandard.ts'

/** Given to `solana.js` by `page.js`. */
export type SolanaHook = [
  request: (request: JsonRpcRequest) => Promise<unknown>,
  /** The account of the connected wallet. */
  account: () => AccountState,
  /** Shows the modal where nobody is connected; USER_REJECTED where it is closed. */
  connect: () => Promise<{ accounts: readonly StandardAccount[] }>,
]

/** Given to `page.js` by `solana.js`: what signs, by the names of the Wallet Standard's features. */
export type SolanaSigning = Readonly<Record<SigningName, (inputs: readonly SigningInput[]) => Promise<object[]>>>
export type SigningName = 'signMessage' | 'signTransaction' | 'signAndSendTransaction' | 'signIn'
export type SigningInput = SignInInput & {
  account: StandardAccount
  transaction: Uint8Array
  message: Uint8Array
  options?: unknown
}

/** All of it is left out at will; times as ISO 8601. */
export type SignInInput = {
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
