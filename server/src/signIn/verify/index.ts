import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { bip122Verifier } from './bip122.ts'
import { cosmosVerifier } from './cosmos.ts'
import { eip155Verifier } from './eip155.ts'
import { polkadotVerifier } from './polkadot.ts'
import { solanaVerifier } from './solana.ts'
import type { SignatureVerifier } from './verifier.ts'

/** The verifier of each namespace. A sign-in with a namespace without a verifier gets CHAIN_NOT_SUPPORTED. */
export const signatureVerifiers: Partial<Record<ChainNamespace, SignatureVerifier>> = {
  eip155: eip155Verifier,
  solana: solanaVerifier,
  bip122: bip122Verifier,
  polkadot: polkadotVerifier,
  cosmos: cosmosVerifier,
}
