import { fetchNativeBalance } from '../../api/nativeBalance.ts'
import type { ChainAdapter } from '../adapter.ts'
import { switchUnavailable } from '../switchUnavailable.ts'
import { displayAddress, isAddress } from './address.ts'

export default {
  features: { balance: true },
  isAddress,
  displayAddress,
  balance: fetchNativeBalance,
  switchNetwork: switchUnavailable,
} satisfies ChainAdapter
