import { type Address, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { testNetworks } from '../../../test/rpcScope.ts'
import type { ClaimedAction } from '../decode/action.ts'
import type { BalanceChange, SimulatedAllowance } from '../simulate/effects.ts'
import type { Simulation } from '../simulate/simulation.ts'
import type { Tokens } from './tokens.ts'
import { type DescribedRequest, findWarnings, warnOfTokens } from './warnings.ts'

const account: Address = '0x1111111111111111111111111111111111111111'
const token: Address = '0x2222222222222222222222222222222222222222'
const friend: Address = '0x3333333333333333333333333333333333333333'
const [network] = testNetworks
if (!network) throw new Error('There is no network')
const facts = { symbol: { text: 'USD', confusable: false }, ownSymbol: 'USD', decimals: 2, isKnown: true }
const asset = { kind: 'erc20', token } as const
const send: ClaimedAction = { kind: 'transfer', asset, amount: 500n, from: account, to: friend }
const call: ClaimedAction = { kind: 'call', contract: token, name: 'castVote', args: [], value: 0n }
const allow: ClaimedAction = { kind: 'allow', asset, amount: 5n, isUnlimited: false, spender: friend, until: null }

const simulated = (changes: BalanceChange[], grants: SimulatedAllowance[] = []): Simulation => ({
  ...{ status: 'ok', effects: { changes, grants, receivers: [] }, gasUsed: [1n], doubts: [] },
})
const find = (more: Partial<DescribedRequest>) =>
  findWarnings({
    ...{ account, network, calls: [], actions: [send], simulation: simulated([]) },
    ...{ tokens: new Map([[token, facts]]), recipients: [friend], receivers: [], ...more },
  })
const noticesOf = (more: Partial<DescribedRequest>) => find(more).notices.map(({ tone, text }) => [tone, text])
const hiddenOf = (actions: ClaimedAction[], changes: BalanceChange[], tokens?: Tokens) =>
  find({ actions, simulation: simulated(changes), ...(tokens && { tokens }) }).hidden.map(({ amount }) => amount)

test('a request that fails says why, and that it costs the fee unless it cannot be sent', () => {
  const fails = { status: 'fails', reason: 'not today' } as const
  expect(noticesOf({ simulation: fails })).toEqual([['warn', 'not today. You would lose the fee.']])
  expect(noticesOf({ simulation: fails, isBlocked: true })).toEqual([['warn', 'not today']])
  expect(noticesOf({ simulation: { ...fails, reason: '' }, isBlocked: true })).toEqual([
    ['warn', 'The contract gives no reason'],
  ])
})

test('finds what leaves the account beyond the claims of its calls', () => {
  expect(hiddenOf([send], [{ asset, amount: -500n }])).toEqual([])
  expect(hiddenOf([send], [{ asset, amount: -501n }])).toEqual([1n])
  expect(hiddenOf([send, send], [{ asset, amount: -1_000n }])).toEqual([])
  expect(hiddenOf([send], [{ asset, amount: 900n }])).toEqual([])
  expect(hiddenOf([{ ...send, from: friend }], [{ asset, amount: -500n }])).toEqual([500n])
  const coin = { kind: 'native' } as const
  expect(hiddenOf([{ ...call, value: 7n }], [{ asset: coin, amount: -9n }])).toEqual([2n])
})

test('a claim of a token counts for its collectible if the token has no decimals', () => {
  const id = 500n
  const claimed: ClaimedAction = { ...send, asset: { kind: 'token', token }, amount: id }
  const collectible = [{ asset: { kind: 'erc721', token, id } as const, amount: -1n }]
  const fungible = [{ asset, amount: -id }]
  const collection: Tokens = new Map([[token, { ...facts, decimals: null }]])
  expect([hiddenOf([claimed], collectible, collection), hiddenOf([claimed], fungible, collection)]).toEqual([[], [id]])
  expect([hiddenOf([claimed], collectible), hiddenOf([claimed], fungible)]).toEqual([[1n], []])
})

test.each(['swapExactTokens', 'exactInput', 'deposit', 'mint', 'execute', 'addLiquidity', 'burn', 'send', 'permit'])(
  'a call of %s usually takes tokens, so what it takes is not hidden',
  (name) => {
    expect(hiddenOf([{ ...call, name }], [{ asset, amount: -5n }])).toEqual([])
    expect(hiddenOf([{ ...call, name: `not${name}` }], [{ asset, amount: -5n }])).toEqual([5n])
  },
)

test('names every hidden loss and every spender that no call names', () => {
  const other = { kind: 'erc20', token: friend } as const
  const grants = [
    { asset, spender: friend, amount: 1n },
    { asset, spender: token, amount: 1n },
  ]
  const changes = [
    { asset, amount: -300n },
    { asset: other, amount: -1n },
  ]
  expect(noticesOf({ actions: [call], simulation: simulated(changes, grants) })).toEqual([
    ['danger', 'It also takes: 3 USD, 1 base units of unknown token 0x3333…3333.'],
    ['danger', '0x3333…3333, 0x2222…2222 may take from you later.'],
  ])
})

test('an allowance that a call names is no surprise, for the same token and spender only', () => {
  const surprises = (grant: SimulatedAllowance) =>
    find({ actions: [allow], simulation: simulated([], [grant]) }).notices.length
  expect(surprises({ asset, spender: friend, amount: 5n })).toBe(0)
  expect(surprises({ asset, spender: token, amount: 5n })).toBe(1)
  expect(surprises({ asset: { ...asset, token: friend }, spender: friend, amount: 5n })).toBe(1)
})

test('warns once of an allowance without a limit, and by the choice if the visitor can pick a limit', () => {
  const unlimited: ClaimedAction = { ...allow, amount: maxUint256, isUnlimited: true }
  const noLimit = 'If you approve, the spender can take all of it, now and in the future.'
  expect(noticesOf({ actions: [unlimited] })).toEqual([['danger', noLimit]])
  const all = [{ asset: { kind: 'collection', token } as const, spender: friend, amount: null }]
  expect(noticesOf({ actions: [allow], simulation: simulated([], all) })).toEqual([['danger', noLimit]])
  const asked = 'Without one the spender can take all your USD, now and in the future.'
  for (const isSet of [true, false])
    expect(noticesOf({ actions: [unlimited], limit: { isSet, token, amount: 5n } })).toEqual([
      [isSet ? 'warn' : 'danger', asked],
    ])
})

test('warns of each new receiver once, and of neither a known one nor the account itself', () => {
  const to = (address: Address): ClaimedAction => ({ ...send, to: address })
  const newOnes = (actions: ClaimedAction[], recipients: string[]) => find({ actions, recipients }).notices.length
  expect(newOnes([send, send], [])).toBe(1)
  expect(newOnes([send, to(token)], [])).toBe(2)
  expect(newOnes([send, to(account)], [friend])).toBe(0)
})

test('warns of an address that imitates a known one or the account', () => {
  const imitates = (known: Address): Address => `${known.slice(0, 6)}${'a'.repeat(32)}${known.slice(-4)}` as Address
  expect(noticesOf({ actions: [{ ...send, to: imitates(friend) }] })).toEqual([
    ['danger', 'It begins and ends like 0x3333…3333, which you know, but it is another address.'],
  ])
  expect(noticesOf({ actions: [{ ...send, to: imitates(account) }] })).toEqual([
    ['danger', 'It begins and ends like 0x1111…1111, which you know, but it is another address.'],
  ])
})

test('control over a contract names the function and the contract', () => {
  expect(noticesOf({ actions: [{ kind: 'control', contract: token, name: 'upgradeTo', args: [] }] })).toEqual([
    ['danger', 'upgradeTo on 0x2222…2222.'],
  ])
})

test('warns of imitations and of confusable names each, and of unknown tokens once', () => {
  const warned = (...tokens: Partial<typeof facts & { imitates: string }>[]) =>
    warnOfTokens(new Map(tokens.map((more, index) => [`${index}`, { ...facts, ...more }]))).map(({ title }) => title)
  expect(warned({})).toEqual([])
  expect(warned({ isKnown: false }, { isKnown: false })).toEqual(['An unknown token'])
  expect(warned({ isKnown: false, imitates: 'USD' }, { isKnown: false, imitates: 'DAI' })).toEqual([
    'It is not USD',
    'It is not DAI',
  ])
  expect(warned({ symbol: { text: 'U', confusable: true } })).toEqual(['A confusable name'])
})
