import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { bip122BalanceReader } from './bip122.ts'
import { cosmosBalanceReader } from './cosmos.ts'
import { eip155BalanceReader } from './eip155.ts'
import { polkadotBalanceReader } from './polkadot.ts'
import type { BalanceReader } from './reader.ts'
import { solanaBalanceReader } from './solana.ts'

export const balanceReaders: Readonly<Record<ChainNamespace, BalanceReader>> = {
  eip155: eip155BalanceReader,
  solana: solanaBalanceReader,
  bip122: bip122BalanceReader,
  polkadot: polkadotBalanceReader,
  cosmos: cosmosBalanceReader,
}
