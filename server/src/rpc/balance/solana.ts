import { readNumberAmount } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

/** Reads a Solana balance. A node returns zero for an unused account. */
export const solanaBalanceReader: BalanceReader = {
  source: 'rpc',
  read: async ({ call }, _, address) => {
    const result = await call('getBalance', [address, { commitment: 'confirmed' }])
    return readNumberAmount(Object(result).value)
  },
}
