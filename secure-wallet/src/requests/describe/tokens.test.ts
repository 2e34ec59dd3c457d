import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { evmAccount, nodeWithAnswers, testNetworks } from '../../../test/rpcScope.ts'
import { createTokenList } from '../../session/tokenList.ts'
import { describeCalls } from './calls.ts'
import { readTokens, type Tokens } from './tokens.ts'

const listed: Address = '0x2222222222222222222222222222222222222222'
const other: Address = '0x4444444444444444444444444444444444444444'
const friend: Address = '0x3333333333333333333333333333333333333333'
const [network] = testNetworks
if (!network) throw new Error('There is no network')

const icon = `/logos/${'0'.repeat(32)}`
const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
/** The contract's own answers, by the selector of the function. */
const contract = ({ symbol = 'FOO', name = 'Foo', balance = 0n }) =>
  nodeWithAnswers({
    eth_call: ([{ data }]: [{ data: Hex }]) => {
      if (data.startsWith('0x95d89b41')) return text(symbol)
      if (data.startsWith('0x06fdde03')) return text(name)
      if (data.startsWith('0x313ce567')) return word(2n)
      return word(balance)
    },
  })
const lists = {
  read: async () => createTokenList([{ address: listed, name: 'US Dollar', symbol: 'USD', decimals: 2, icon }]),
}
const read = (address: Address, answers: Parameters<typeof contract>[0]): Promise<Tokens> =>
  readTokens({ node: contract(answers), tokenLists: lists }, network, evmAccount.address, [address])
const describe = (token: Address, tokens: Tokens) => {
  const asset = { kind: 'erc20', token } as const
  return describeCalls({
    account: evmAccount.address,
    network,
    calls: [],
    actions: [{ kind: 'transfer', asset, amount: 500n, from: evmAccount.address, to: friend }],
    simulation: {
      status: 'ok',
      effects: { changes: [{ asset, amount: -500n }], grants: [], receivers: [friend] },
      gasUsed: [1n],
      doubts: [],
    },
    tokens,
    recipients: [friend],
    receivers: [],
  })
}

test('names a listed token as the list does, whatever its contract says', async () => {
  const described = describe(listed, await read(listed, { symbol: 'WETH' }))
  expect(described).toMatchObject({ label: 'Send 5 USD to 0x3333…3333', notices: [] })
})

test('shows a token that nobody knows by its address, and never by its symbol', async () => {
  const described = describe(other, await read(other, { symbol: 'FREE MONEY' }))
  expect(described).toMatchObject({
    label: 'Send 5 unknown token 0x4444…4444 to 0x3333…3333',
    changes: [{ name: 'unknown token 0x4444…4444' }],
    notices: [{ tone: 'warn', title: 'An unknown token' }],
    rows: expect.arrayContaining([{ label: 'Token', value: other, isAddress: true }]),
  })
  expect(JSON.stringify(described)).not.toMatch(/free money/i)
})

test('shows the icon of a listed token, and none of a token that no list names', async () => {
  const iconOf = ({ changes }: ReturnType<typeof describe>) => changes[0]?.icon
  expect(iconOf(describe(listed, await read(listed, {})))).toBe(icon)
  for (const balance of [0n, 900n])
    expect(iconOf(describe(other, await read(other, { symbol: 'FOO', balance })))).toBeUndefined()
  expect(iconOf(describe(other, await read(other, { symbol: 'USD', balance: 900n })))).toBeUndefined()
})

test('names a token that the wallet holds by its own symbol', async () => {
  expect(describe(other, await read(other, { balance: 900n }))).toMatchObject({
    label: 'Send 5 FOO to 0x3333…3333',
    notices: [],
  })
})

test.each([
  ['the symbol of a listed token', { symbol: 'usd' }, 'USD'],
  ['the name of a listed token', { name: 'U.S. Dollar' }, 'USD'],
  ['a symbol that differs by a space that nobody sees', { symbol: 'US\u200bD' }, 'USD'],
  ['the symbol of the native coin', { symbol: 'ETH' }, 'ETH'],
])('warns of a token at another address with %s, even if the wallet holds it', async (_what, answers, name) => {
  const described = describe(other, await read(other, { ...answers, balance: 900n }))
  expect(described).toMatchObject({
    label: 'Send 5 unknown token 0x4444…4444 to 0x3333…3333',
    notices: [{ tone: 'danger', title: `It is not ${name}` }],
  })
})
