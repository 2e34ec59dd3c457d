import { base58 } from '@scure/base'
import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import { verifySignIn } from '@solana/wallet-standard-util'

/** Verifies the signature and every requested field with the standard's library, as a site's server would. */
export function isValidSignIn(
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
