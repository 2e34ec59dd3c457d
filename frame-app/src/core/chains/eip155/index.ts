import type { ChainAdapter } from '../adapter.ts'
import { readBalance } from './balance.ts'
import { checksumAddress, hasChecksum } from './checksumAddress.ts'
import { signMessage } from './signMessage.ts'
import { switchNetwork } from './switchNetwork.ts'

export default {
  features: { balance: true },
  isReference: (id) => /^[1-9]\d{0,14}$/.test(id),
  isAddress: hasChecksum,
  displayAddress: (address) => checksumAddress(address),
  balance: readBalance,
  signMessage,
  switchNetwork,
} satisfies ChainAdapter
