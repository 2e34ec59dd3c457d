import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, test } from 'vitest'
import { searchNetworks } from './searchNetworks.ts'

const network = (id: string, name: string, symbol: string): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id,
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
})
const networks = [network('1', 'Ethereum', 'ETH'), network('10', 'OP Mainnet', 'ETH'), network('137', 'Polygon', 'POL')]

test.each([
  ['', ['1', '10', '137']],
  ['  ', ['1', '10', '137']],
  ['POLY', ['137']],
  ['eth', ['1', '10']],
  ['10', ['10']],
  ['main net', []],
])('finds, for the search %j, the networks %j', (query, ids) => {
  expect(searchNetworks(networks, query).map(({ id }) => id)).toEqual(ids)
})
