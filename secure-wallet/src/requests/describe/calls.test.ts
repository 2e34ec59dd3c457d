import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type Address, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import type { ClaimedAction } from '../decode/action.ts'
import type { Doubt, Simulation } from '../simulate/simulation.ts'
import { describeCalls } from './calls.ts'
import { findLookAlike } from './recipients.ts'
import type { Tokens } from './tokens.ts'
import type { DescribedRequest } from './warnings.ts'

const account: Address = '0x1111111111111111111111111111111111111111'
const token: Address = '0x2222222222222222222222222222222222222222'
const friend: Address = '0x3333333333333333333333333333333333333333'
const network: Network = {
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  id: '1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const facts = { symbol: { text: 'USD', confusable: false }, ownSymbol: 'USD', decimals: 2, isKnown: true }
const tokens: Tokens = new Map([[token, facts]])
const asset = { kind: 'erc20', token } as const
const send: ClaimedAction = { kind: 'transfer', asset, amount: 500n, from: account, to: friend }
const tried: Simulation = {
  status: 'ok',
  effects: { changes: [{ asset, amount: -500n }], grants: [], receivers: [friend] },
  gasUsed: [1n],
  doubts: [],
}
const describe = (more: Partial<DescribedRequest> = {}) =>
  describeCalls({
    account,
    network,
    calls: [],
    actions: [send],
    simulation: tried,
    tokens,
    recipients: [friend],
    receivers: [],
    ...more,
  })
const effects = (changes: { asset: typeof asset; amount: bigint }[], grants: object[] = []): Simulation =>
  ({ status: 'ok', effects: { changes, grants, receivers: [] }, gasUsed: [1n], doubts: [] }) as Simulation
const titles = (more: Partial<DescribedRequest>) => describe(more).notices.map(({ title }) => title)

test('describes a transfer to a known recipient without a warning', () => {
  expect(describe()).toMatchObject({
    notices: [],
    label: 'Send 5 USD to 0x3333…3333',
    changes: [{ direction: 'out', amount: '−5 USD' }],
    isDanger: false,
    kind: 'transfer',
  })
})

test("describes a call by its simulated effects if they contradict the function's name", () => {
  const withdraw: ClaimedAction = { kind: 'call', contract: friend, name: 'withdraw', args: [], value: 0n }
  const described = describe({ actions: [withdraw], simulation: effects([{ asset, amount: -9_900n }]) })
  expect(described.notices[0]).toMatchObject({
    tone: 'danger',
    title: 'It does more than it says',
    text: 'It also takes: 99 USD.',
  })
  expect(described).toMatchObject({ isDanger: true, label: 'Give 99 USD' })
  expect(titles({ simulation: effects([{ asset, amount: -600n }]) })).toContain('It does more than it says')
})

test('warns of a simulated allowance that the calldata does not mention', () => {
  const grants = [{ asset, spender: friend, amount: 5n }]
  expect(titles({ simulation: effects([], grants) })).toContain('It allows more than it says')
  const allow: ClaimedAction = { kind: 'allow', asset, amount: 5n, isUnlimited: false, spender: friend, until: null }
  expect(titles({ actions: [allow], simulation: effects([], grants) })).toEqual([])
})

test.each<[string, Partial<DescribedRequest>]>([
  [
    'No limit on what it may take',
    { actions: [{ kind: 'allow', asset, amount: maxUint256, isUnlimited: true, spender: friend, until: null }] },
  ],
  ['This hands over control', { actions: [{ kind: 'control', contract: token, name: 'transferOwnership', args: [] }] }],
  [
    'We cannot say what this does',
    { actions: [{ kind: 'unknown', contract: token, selector: '0x12345678', value: 0n }] },
  ],
  ['New recipient', { recipients: [] }],
  ['A look-alike address', { recipients: ['0x333aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa333'] }],
  ['A confusable name', { tokens: new Map([[token, { ...facts, symbol: { text: 'U\u0405D', confusable: true } }]]) }],
  ['This would fail', { simulation: { status: 'fails', reason: 'not today' } }],
  ['Not simulated', { simulation: { status: 'unknown' } }],
])('%s', (title, more) => {
  expect(titles(more)).toContain(title)
})

test('a request that was not simulated is unknown, and gets a warning of further effects unless it only transfers', () => {
  const described = describe({
    simulation: { status: 'unknown' },
    actions: [{ kind: 'call', contract: token, name: 'deposit', args: [], value: 5n }],
  })
  expect(described.kind).toBe('unknown')
  expect(described.changes).toMatchObject([
    { direction: 'out' },
    { direction: 'risk', name: 'Anything else', amount: 'Unknown' },
  ])
})

test('a request that fails in its simulation counts as unknown, because nobody knows what it does if it does not fail', () => {
  expect(describe({ simulation: { status: 'fails', reason: 'not today' } })).toMatchObject({ kind: 'unknown' })
})

test.each<[string, Doubt]>([
  ['It may do something else', 'unsteady'],
  ['A token reports wrong amounts', 'misreported'],
  ['Another transaction comes first', 'queued'],
])('a request whose estimate may be wrong counts as unknown: %s', (title, doubt) => {
  const described = describe({ simulation: { ...(tried as Simulation & { status: 'ok' }), doubts: [doubt] } })
  expect(described).toMatchObject({ kind: 'unknown', isDanger: true, notices: [{ tone: 'danger', title }] })
})

test('finds the known address that a look-alike address imitates: the ends are the same, the middle differs', () => {
  const twin = '0x333bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb333'
  expect(findLookAlike(twin, [friend])).toBe(friend)
  expect(findLookAlike(twin, [friend, twin.toUpperCase().replace('0X', '0x')])).toBeUndefined()
  expect(findLookAlike(account, [friend])).toBeUndefined()
})
