import { readQuantity } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

export const eip155: BalanceReader = {
  source: 'rpc',
  read: async ({ call }, _, address) => readQuantity(await call('eth_getBalance', [address, 'latest'])),
}
