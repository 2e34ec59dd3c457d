import { base58 } from '@scure/base'
import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import { verifySignIn } from '@solana/wallet-standard-util'

/** As a site's server checks it, by the library of the standard: every field as it was asked for, and the signature. */
export function isSignedIn(
  input: SolanaSignInInput,
  { address, signedMessage, signature }: { address: string; signedMessage: number[]; signature: number[] },
): boolean {
  const account = { address, publicKey: base58.decode(address), chains: [], features: [] }
  return verifySignIn(input, {
    account,
    signedMessage: Uint8Array.from(signedMessage),
    signature: Uint8Array.from(signature),
  })
}
