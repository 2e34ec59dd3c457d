import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { bip122 } from './bip122.ts'
import { cosmos } from './cosmos.ts'
import { eip155 } from './eip155.ts'
import { polkadot } from './polkadot.ts'
import type { BalanceReader } from './reader.ts'
import { solana } from './solana.ts'

export const balanceReaders: Readonly<Record<ChainNamespace, BalanceReader>> = {
  eip155,
  solana,
  bip122,
  polkadot,
  cosmos,
}
