import { readHexAmount } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

export const eip155BalanceReader: BalanceReader = {
  source: 'rpc',
  read: async ({ call }, _, address) => readHexAmount(await call('eth_getBalance', [address, 'latest'])),
}
