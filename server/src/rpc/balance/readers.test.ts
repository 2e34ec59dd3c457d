import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { expect, test } from 'vitest'
import { answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { knownNetworks } from '../../config/knownNetworks.ts'
import { createNodeClient } from '../upstreams/nodeClient.ts'
import { accountStorageKey, decodeSs58Address, polkadotBalanceReader } from './polkadot.ts'
import { balanceReaders } from './readers.ts'

const known = knownNetworks()
const networkOf = (id: string) => {
  const network = known.get(id)
  if (!network) throw new Error(id)
  return network
}
const read = async (id: string, address: string, answer: unknown) => {
  const { origin, asked } = await startForeignServer(answerJson(answer))
  const upstream = createNodeClient(`${origin}/node?key=secret`, AbortSignal.timeout(2_000))
  const [namespace] = id.split(':') as [ChainNamespace]
  return { amount: await balanceReaders[namespace].read(upstream, networkOf(id), address), asked }
}
const rpc = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })
const stats = (funded: unknown, spent: unknown) => ({
  tx_count: 1,
  funded_txo_count: 1,
  funded_txo_sum: funded,
  spent_txo_count: 0,
  spent_txo_sum: spent,
})
const nothing = stats(0, 0)

const ether = 'eip155:1'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const dot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const hub = 'cosmos:cosmoshub-4'

const evmAddress = '0x407d73d8a49eeb85d32cf465507dd71d507100c1'
const solanaAddress = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri'
const bitcoinAddress = '1111111111111111111114oLvT2'
const astarAddress = 'ZEyDXf6563rc78ibEtYQAkHTSKLzMES1m2BrPNdLcma57Tg'
const cosmosAddress = 'cosmos1x6m7cwjd4wlr44ezq6sgcqv7whjm9pkqtgqq3y'

/** The documented `state_getStorage` example of a node provider, for `astarAddress`. */
const astar = {
  key: '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9e3a5c81a65b0e6ba8e72e48e58704482922ee694ea772dc63a575845fa57a0c5ea93dfdc2a93ec631d9e426962f1e311',
  stored:
    '0x0000000001000000010000000000000032b41eb5b90885078a550301000000000000000000000000000000000000000000000081da1cc2709a1dba000000000000000000000000000000000000000080',
}

/** Each balance answer comes from the documentation of its chain, or from a public service. */
test.each([
  ['eth_getBalance, EIP-1474', ether, evmAddress, rpc('0x0234c8a3397aab58'), 158972490234375000n],
  ['getBalance, Solana', solana, solanaAddress, { ...rpc({ context: { slot: 1 }, value: 0 }) }, 0n],
  [
    'address, mempool.space',
    bitcoin,
    bitcoinAddress,
    {
      address: bitcoinAddress,
      chain_stats: {
        funded_txo_count: 390874,
        funded_txo_sum: 80942504341,
        spent_txo_count: 0,
        spent_txo_sum: 0,
        tx_count: 259951,
      },
      mempool_stats: { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 },
    },
    80942504341n,
  ],
  ['state_getStorage, Substrate', dot, astarAddress, rpc(astar.stored), 313515734623763971878859826n],
  ['by_denom, cosmos', hub, cosmosAddress, { balance: { denom: 'uatom', amount: '1234567' } }, 1234567n],
])('reads the balance in the documented answer of %s', async (_, id, address, answer, amount) => {
  expect((await read(id, address, answer)).amount).toBe(amount)
})

test('computes the documented storage key of a Polkadot account', () => {
  const accountId = decodeSs58Address(astarAddress)
  expect(accountId && accountStorageKey(accountId)).toBe(astar.key)
})

test.each([
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', true],
  ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', true],
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQX', false],
  ['1111111111111111111111111111111111111111111111', false],
])('for the Polkadot address %s, `isAddress` returns %s', (address, isAddress) => {
  expect(polkadotBalanceReader.isAddress?.(address)).toBe(isAddress)
})

test('reading a balance keeps path and query of the configured URL, such as an API key', async () => {
  const chain = { address: bitcoinAddress, chain_stats: nothing, mempool_stats: nothing }
  expect((await read(bitcoin, bitcoinAddress, chain)).asked).toEqual([`/node/address/${bitcoinAddress}?key=secret`])
  const coin = { balance: { denom: 'uatom', amount: '0' } }
  expect((await read(hub, cosmosAddress, coin)).asked).toEqual([
    `/node/cosmos/bank/v1beta1/balances/${cosmosAddress}/by_denom?key=secret&denom=uatom`,
  ])
})

test.each([
  ['subtracts an unconfirmed outgoing amount', stats(100, 0), stats(60, 100), 60n],
  ['ignores an unconfirmed incoming amount', stats(100, 40), stats(500, 0), 60n],
  ['returns zero for an unused address', nothing, nothing, 0n],
])('reading a Bitcoin balance %s', async (_, chain_stats, mempool_stats, amount) => {
  expect((await read(bitcoin, bitcoinAddress, { chain_stats, mempool_stats })).amount).toBe(amount)
})

test('reads a missing Polkadot account as zero only if the node serves the right chain', async () => {
  const empty = async (genesis: unknown) => {
    const asked: string[] = []
    const call = async (method: string) => {
      asked.push(method)
      return method === 'state_getStorage' ? null : genesis
    }
    const upstream = {
      url: 'https://node.example',
      call,
      get: async () => null,
      callBatch: async () => [],
      tryCall: call,
    }
    return { amount: await polkadotBalanceReader.read(upstream, networkOf(dot), astarAddress), asked }
  }
  expect(await empty('0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3')).toEqual({
    amount: 0n,
    asked: ['state_getStorage', 'chain_getBlockHash'],
  })
  await expect(empty(`0x${'ab'.repeat(32)}`)).rejects.toMatchObject({ code: 'PARSE_ERROR' })
  await expect(empty(null)).rejects.toMatchObject({ code: 'PARSE_ERROR' })
})

test('reads an amount of lamports beyond the precision of a double exactly', async () => {
  const { origin } = await startForeignServer((_, response) =>
    response.end('{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":18446744073709551615}}'),
  )
  const upstream = createNodeClient(origin, AbortSignal.timeout(2_000))
  expect(await balanceReaders.solana.read(upstream, networkOf(solana), solanaAddress)).toBe(18446744073709551615n)
})

const storage = (bytes: number) => rpc(`0x${'00'.repeat(bytes)}`)
const coin = (amount: unknown, denom: unknown = 'uatom') => ({ balance: { denom, amount } })

/** The answers of broken or lying nodes. A balance reader must reject them instead of returning zero. */
test.each([
  ...['', '0x', '0xzz', 1, null, {}, [], '-0x1', `0x${'f'.repeat(65)}`, '12', true].map((value) => [
    ether,
    evmAddress,
    rpc(value),
  ]),
  ...[
    null,
    {},
    { value: null },
    { value: '5' },
    { value: -1 },
    { value: 1.5 },
    { value: 1e300 },
    { value: [] },
    5,
    { value: true },
  ].map((value) => [solana, solanaAddress, rpc(value)]),
  ...[
    {},
    null,
    [],
    { chain_stats: nothing },
    { mempool_stats: nothing },
    { chain_stats: stats(-5, 0), mempool_stats: nothing },
    { chain_stats: stats(5, 6), mempool_stats: nothing },
    { chain_stats: stats(5, 0), mempool_stats: stats(0, 6) },
    { chain_stats: stats('5', 0), mempool_stats: nothing },
    { chain_stats: stats(0.5, 0), mempool_stats: nothing },
    { chain_stats: stats(null, null), mempool_stats: nothing },
  ].map((answer) => [bitcoin, bitcoinAddress, answer]),
  ...[storage(0), storage(79), storage(81), storage(16), rpc('00'), rpc({}), rpc(7), rpc('0xgg')].map((answer) => [
    dot,
    astarAddress,
    answer,
  ]),
  ...[
    {},
    { balance: null },
    coin(5),
    coin('-5'),
    coin('5.0'),
    coin('0x5'),
    coin(''),
    coin('9'.repeat(79)),
    coin('5', 'uosmo'),
    coin(null),
    coin('5', null),
  ].map((answer) => [hub, cosmosAddress, answer]),
] as [string, string, unknown][])('on %s, for the address %s, rejects %j as a balance', async (id, address, answer) => {
  await expect(read(id, address, answer)).rejects.toMatchObject({ code: 'PARSE_ERROR' })
})

test.each([
  [ether, evmAddress],
  [solana, solanaAddress],
  [dot, astarAddress],
])('reading a balance rejects if a node of %s answers with an error', async (id, address) => {
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid param' } }
  await expect(read(id, address, error)).rejects.toMatchObject({ code: 'RESOURCE_UNAVAILABLE' })
})
