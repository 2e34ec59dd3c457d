import { getAddress, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { createRpcWallet, evmAccount, nodeWithAnswers } from '../../../test/rpcScope.ts'

const token = getAddress(`0x${'0'.repeat(38)}dd`)
const other = getAddress(`0x${'0'.repeat(38)}ee`)
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const stringOf = (text: string): string =>
  `${word(32n)}${word(BigInt(text.length)).slice(2)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
/** One token has a symbol and decimals, every other contract only a balance. */
const read = ([{ to, data }]: [{ to: string; data: string }]): string => {
  if (data.startsWith('0x70a08231')) return word(to.toLowerCase() === token.toLowerCase() ? 42n : 7n)
  if (to.toLowerCase() !== token.toLowerCase()) return '0x'
  return data.startsWith('0x95d89b41') || data.startsWith('0x06fdde03') ? stringOf('USD') : word(6n)
}
const ask = (method: string, params: unknown, more: object = {}) =>
  createRpcWallet(nodeWithAnswers({ eth_getBalance: '0x5', eth_call: read, ...more })).ask(method, params)
const assets = (wanted: object, more: object = {}) =>
  ask('wallet_getAssets', [{ account: evmAccount.address, ...wanted }], more)

const coin = { address: 'native', balance: '0x5', type: 'NATIVE' }
const native = { ...coin, metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const dollar = { address: token, balance: '0x2a', type: 'ERC20', metadata: { name: 'USD', symbol: 'USD', decimals: 6 } }
const nameless = { address: other, balance: '0x7', type: 'ERC20', metadata: { name: '', symbol: '', decimals: 0 } }
const [first, second] = ['0x7a69', '0x7a6a']
const named = (...list: [string, string][]) => list.map(([address, type]) => ({ address, type }))

test.each<[string, object, object]>([
  ['every EVM network without a filter', {}, { [first]: [native], [second]: [native] }],
  ['the networks of the chain filter alone', { chainFilter: [second] }, { [second]: [native] }],
  ['no network outside the project', { chainFilter: ['0x1'] }, {}],
  [
    'the networks and tokens of the asset filter alone',
    { assetFilter: { [first]: named([token, 'erc20'], [other, 'ERC20']) } },
    { [first]: [dollar, nameless] },
  ],
  [
    'the coin of a network if the asset filter names it',
    { assetFilter: { [first]: named(['native', 'NATIVE'], [token, 'ERC20']) } },
    { [first]: [native, dollar] },
  ],
  [
    'the chain filter before the asset filter',
    { chainFilter: [first, second], assetFilter: { [first]: named([token, 'erc20']) } },
    { [first]: [dollar], [second]: [native] },
  ],
  [
    'only coins for the type of coins',
    { assetTypeFilter: ['NATIVE'], assetFilter: { [first]: named(['native', 'native'], [token, 'erc20']) } },
    { [first]: [native] },
  ],
  [
    'only tokens for the type of tokens',
    { assetTypeFilter: ['ERC20'], assetFilter: { [first]: named(['native', 'native'], [token, 'erc20']) } },
    { [first]: [dollar] },
  ],
  [
    'no asset of another type, and none without an address',
    { assetFilter: { [first]: named([token, 'erc721'], ['0x12', 'erc20']) } },
    { [first]: [] },
  ],
])('wallet_getAssets answers with %s', async (_, wanted, answer) => {
  expect(await assets(wanted)).toEqual(answer)
})

test('wallet_getAssets refuses another account and a malformed balance', async () => {
  await expect(ask('wallet_getAssets', [{ account: other }])).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
  await expect(assets({}, { eth_getBalance: 'many' })).rejects.toMatchObject({ code: 'UNKNOWN_NODE_ERROR' })
})

test.each([
  { chainFilter: ['31337'] },
  { chainFilter: ['0x7a69g'] },
  { chainFilter: Array(51).fill('0x7a69') },
  { assetFilter: { [first]: Array(51).fill({ address: token, type: 'erc20' }) } },
  { assetFilter: { first: [] } },
  { assetTypeFilter: 'ERC20' },
])('wallet_getAssets refuses the malformed filter %j', async (wanted) => {
  await expect(assets(wanted)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

const capability = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
test.each<[unknown, object]>([
  [undefined, { [first]: capability, [second]: capability }],
  [[], { [first]: capability, [second]: capability }],
  [[evmAccount.address, [31338]], { [second]: capability }],
  [[evmAccount.address, ['0x7A69']], { [first]: capability }],
  [[evmAccount.address, ['0x1']], {}],
  [[evmAccount.address, []], {}],
])('wallet_getCapabilities with %j names the EVM networks that the site asks for', async (params, answer) => {
  expect(await ask('wallet_getCapabilities', params)).toEqual(answer)
})

test.each([[[evmAccount.address, ['x0x7a69']]], [[evmAccount.address, [], 1]], [['0x12']]])(
  'wallet_getCapabilities refuses the params %j',
  async (params) => {
    await expect(ask('wallet_getCapabilities', params)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  },
)

test('eth_getAccount asks for the newest block unless the site names another, and takes no answer without a proof', async () => {
  const asked: unknown[] = []
  const proof = { balance: '0x1', nonce: '0x2', codeHash: '0x03', storageHash: '0x04' }
  const eth_getProof = (params: unknown) => {
    asked.push(params)
    return proof
  }
  for (const block of [[], ['0x5'], [{ blockHash: '0x12' }]])
    await ask('eth_getAccount', [evmAccount.address, ...block], { eth_getProof })
  expect(asked).toEqual(['latest', '0x5', { blockHash: '0x12' }].map((block) => [evmAccount.address, [], block]))
  for (const answer of [null, {}, { ...proof, nonce: 2 }, { ...proof, storageHash: 'x0x1' }])
    await expect(ask('eth_getAccount', [evmAccount.address], { eth_getProof: answer })).rejects.toMatchObject({
      code: 'UNKNOWN_NODE_ERROR',
    })
})
