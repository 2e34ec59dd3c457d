import { fetchNativeBalance } from '../api/nativeBalance.ts'
import type { ChainAdapter } from './adapter.ts'
import { switchByPage } from './switchByPage.ts'

/** What the chains share whose nodes only our server asks; each folder says what is its own. */
export const servedChain = {
  features: { balance: true },
  isReference: (id: string) => /^[-_a-zA-Z0-9]{1,32}$/.test(id),
  displayAddress: (address: string) => address,
  balance: fetchNativeBalance,
  switchNetwork: switchByPage,
} satisfies Omit<ChainAdapter, 'isAddress' | 'signMessage'>
