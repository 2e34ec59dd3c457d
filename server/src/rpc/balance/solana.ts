import { readNumber } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

/** An unused account has a real zero. */
export const solana: BalanceReader = {
  source: 'rpc',
  read: async ({ call }, _, address) => {
    const result = await call('getBalance', [address, { commitment: 'confirmed' }])
    return readNumber(Object(result).value)
  },
}
