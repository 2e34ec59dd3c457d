import { AppError } from 'loader/protocol/errors.ts'
import type { ChainAdapter } from './adapter.ts'

/** A namespace whose addresses are known and shown, and for which nothing else can be asked yet. */
export default {
  features: { balance: false },
  displayAddress: (address) => address,
  balance: async () => {
    throw new AppError('CHAIN_NOT_SUPPORTED')
  },
  switchNetwork: async () => {
    throw new AppError('CHAIN_NOT_SUPPORTED')
  },
} satisfies ChainAdapter
