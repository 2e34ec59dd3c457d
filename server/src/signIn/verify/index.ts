import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { bip122 } from './bip122.ts'
import { cosmos } from './cosmos.ts'
import { eip155 } from './eip155.ts'
import { polkadot } from './polkadot.ts'
import { solana } from './solana.ts'
import type { Verifier } from './verifier.ts'

/** The verifier of each namespace. A sign-in with a namespace without a verifier gets CHAIN_NOT_SUPPORTED. */
export const verifiers: Partial<Record<ChainNamespace, Verifier>> = { eip155, solana, bip122, polkadot, cosmos }
