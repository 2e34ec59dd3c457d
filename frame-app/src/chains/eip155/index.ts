import type { ChainAdapter } from '../adapter.ts'
import { readBalance } from './balance.ts'
import { checksumAddress } from './checksumAddress.ts'
import { switchNetwork } from './switchNetwork.ts'

export default {
  features: { balance: true },
  displayAddress: checksumAddress,
  balance: readBalance,
  switchNetwork,
} satisfies ChainAdapter
