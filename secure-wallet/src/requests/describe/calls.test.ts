import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type Address, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import type { ClaimedAction } from '../decode/action.ts'
import type { BalanceChange } from '../simulate/effects.ts'
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
const effects = (changes: BalanceChange[], grants: object[] = []): Simulation =>
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

const coin = { kind: 'native' } as const
const spender = friend
const limited: ClaimedAction = {
  kind: 'allow',
  asset,
  amount: 500n,
  isUnlimited: false,
  spender,
  until: 1_700_000_000n,
}
const unlimited: ClaimedAction = { ...limited, amount: maxUint256, isUnlimited: true, until: null }
const collection: ClaimedAction = { ...unlimited, amount: null }
const unknown: ClaimedAction = { kind: 'unknown', contract: token, selector: '0x12345678', value: 2n * 10n ** 18n }
const control: ClaimedAction = {
  kind: 'control',
  contract: token,
  name: 'upgradeTo',
  args: [{ label: 'by', value: '7' }],
}
const call: ClaimedAction = { kind: 'call', contract: token, name: 'castVote', args: [], value: 0n }
const rowsOf = (more: Partial<DescribedRequest>) => describe(more).rows.map(({ label, value }) => `${label}: ${value}`)

test.each<[string, ClaimedAction, string, string]>([
  ['coins', { ...send, asset: coin, amount: 10n ** 18n }, 'Send 1 ETH', 'Send 1 ETH to 0x3333…3333'],
  ['tokens', send, 'Send 5 USD', 'Send 5 USD to 0x3333…3333'],
  ['a limited allowance', limited, 'Allow 0x3333…3333 to spend 5 USD', 'Allow 0x3333…3333 to take 5 USD'],
  [
    'an unlimited allowance',
    unlimited,
    'Allow 0x3333…3333 to spend your USD',
    'Allow 0x3333…3333 to take unlimited USD',
  ],
  [
    'an allowance of a collection',
    collection,
    'Allow 0x3333…3333 to spend your USD',
    'Allow 0x3333…3333 to take all USD',
  ],
  [
    'the end of an allowance',
    { kind: 'revoke', asset, spender },
    'Take back what 0x3333…3333 may take of USD',
    'Take back what 0x3333…3333 may take of USD',
  ],
  ['control', control, 'Hand over control of 0x2222…2222?', 'Call upgradeTo of 0x2222…2222'],
  ['a known call', call, 'Use the contract 0x2222…2222', 'Call castVote of 0x2222…2222'],
  ['a new contract', { kind: 'deploy', value: 0n }, 'Deploy a contract', 'Deploy a contract'],
  ['an unreadable call', unknown, 'Send something we can’t read?', 'Approve anyway'],
])('says in the title and the button what a request of %s does', (_name, action, title, label) => {
  expect(describe({ actions: [action], simulation: effects([]) })).toMatchObject({ title, label, steps: [] })
})

test('several actions are counted in the texts and listed one by one', () => {
  const actions = [send, limited, { kind: 'revoke', asset, spender }, control, call, unknown] satisfies ClaimedAction[]
  const { label, steps } = describe({ actions, simulation: effects([]) })
  expect(label).toBe('Approve 6 actions')
  expect(steps).toEqual([
    'Send 5 USD to 0x3333…3333',
    'Allow 0x3333…3333 to take 5 USD',
    'Take back what 0x3333…3333 may take of USD',
    'Call upgradeTo of 0x2222…2222',
    'Call castVote of 0x2222…2222',
    'Call 0x2222…2222, could not decode 0x12345678',
  ])
  expect(describe({ actions: [send, call], simulation: effects([]) }).title).toBe('Approve 2 actions')
})

test('lists the addresses and arguments of each action once, then the network', () => {
  const to = `To: ${friend}`
  expect(rowsOf({})).toEqual([to, 'Network: Ethereum'])
  expect(rowsOf({ actions: [send, send] })).toEqual([to, 'Network: Ethereum'])
  expect(rowsOf({ actions: [limited] })).toEqual([
    `Spender: ${friend}`,
    `Token: ${token}`,
    'Works until: 2023-11-14 22:13',
    'Network: Ethereum',
  ])
  expect(rowsOf({ actions: [unlimited] })).toEqual([`Spender: ${friend}`, `Token: ${token}`, 'Network: Ethereum'])
  expect(rowsOf({ actions: [{ ...limited, until: 8_640_000_000_001n }] })).toContain('Works until: no end')
  expect(rowsOf({ actions: [{ ...limited, until: 8_640_000_000_000n }] })[2]).toMatch(/^Works until: \+275760-09-13/)
  expect(rowsOf({ actions: [control] })).toEqual([`Contract: ${token}`, 'by: 7', 'Network: Ethereum'])
  expect(rowsOf({ actions: [{ kind: 'deploy', value: 0n }] })).toEqual(['Network: Ethereum'])
  const addresses = describe({ actions: [control] }).rows.map(({ isAddress }) => isAddress)
  expect(addresses).toEqual([true, false, false])
  const many = Array.from({ length: 40 }, (_, index) => ({ label: `${index}`, value: 'x' }))
  expect(rowsOf({ actions: [{ ...control, args: many }] })).toHaveLength(25)
})

const shownRowsOf = (more: Partial<DescribedRequest>) =>
  describe(more).rows.flatMap(({ label, value, isDetail }) => (isDetail ? [] : [`${label}: ${value}`]))

test('folds the contract of a call that only moves value, but not the address of an unknown token', () => {
  expect(shownRowsOf({ actions: [call], simulation: effects([]) })).toEqual([])
  const unlisted: Tokens = new Map([[token, { ...facts, isKnown: false }]])
  expect(shownRowsOf({ actions: [call], simulation: effects([]), tokens: unlisted })).toEqual([`Token: ${token}`])
})

test.each<[string, Partial<DescribedRequest>]>([
  ['the simulation shows an allowance', { simulation: effects([], [{ asset, spender, amount: 5n }]) }],
  [
    'the simulation has doubts',
    { simulation: { ...(tried as Simulation & { status: 'ok' }), doubts: ['unsteady'] satisfies Doubt[] } },
  ],
  ['a call of the same request hands over control', { actions: [call, { ...control, contract: friend, args: [] }] }],
])('shows the contract of a call outside the details if %s', (_name, more) => {
  const shown = shownRowsOf({ actions: [call], simulation: effects([]), ...more })
  expect(shown).toContain(`Contract: ${token}`)
})

test('lists what comes in and goes out and who may take something, each with the key of its asset', () => {
  const changes = [
    { asset, amount: -500n },
    { asset: { ...asset, token: friend }, amount: 7n },
  ]
  const grants = [
    { asset, spender, amount: 500n },
    { asset, spender: token, amount: 2n ** 95n },
    { asset: { kind: 'collection', token }, spender, amount: null },
  ]
  const simulation = effects(changes, grants)
  const listed = describe({ simulation })
  expect(listed.changes.map(({ direction, amount, note }) => [direction, amount, note])).toEqual([
    ['out', '−5 USD', ''],
    ['in', '+7 base units of unknown token 0x3333…3333', ''],
    ['risk', 'up to 5 USD', 'for 0x3333…3333'],
    ['risk', 'Unlimited', 'for 0x2222…2222'],
    ['risk', 'All of them', 'for 0x3333…3333'],
  ])
  expect(listed.changesTitle).toBe('After this, in your wallet')
  expect(new Set(listed.changes.map(({ key }) => key)).size).toBe(5)
  expect(describe({ simulation: effects([], grants) }).changesTitle).toBe('It may take')
  expect(describe({ simulation: effects([]) }).changesTitle).toBe('After this, in your wallet')
})

test('without a simulation lists what the calls claim, and warns of more unless they only transfer and revoke', () => {
  const claims = (...actions: ClaimedAction[]) =>
    describe({ actions, simulation: { status: 'unknown' } }).changes.map(({ direction, name, amount }) => [
      ...[direction, name, amount],
    ])
  const more = ['risk', 'Anything else', 'Unknown']
  expect(claims(send)).toEqual([['out', 'USD', '−5 USD']])
  expect(claims({ ...send, from: friend })).toEqual([])
  expect(claims({ kind: 'revoke', asset, spender })).toEqual([])
  expect(claims(limited)).toEqual([['risk', 'USD', 'up to 5 USD'], more])
  expect(claims(unlimited)).toEqual([['risk', 'USD', 'Unlimited'], more])
  expect(claims(unknown)).toEqual([['out', 'Ether', '−2 ETH'], more])
  expect(claims(call)).toEqual([more])
})

test('a swap names what the account gives and gets, and only a call with one of each is a swap', () => {
  const [gives, gets] = [
    { asset, amount: -500n },
    { asset: coin as never, amount: 10n ** 18n },
  ]
  const swap: ClaimedAction = { ...call, name: 'swap' }
  const titleOf = (simulation: Simulation, action: ClaimedAction = swap) =>
    describe({ actions: [action], simulation }).title
  expect(titleOf(effects([gives, gets]))).toBe('Swap 5 USD for ETH')
  const used = 'Use the contract 0x2222…2222'
  expect(titleOf(effects([gives]))).toBe(used)
  expect(titleOf(effects([gives, gives, gets]))).toBe(used)
  expect(titleOf(effects([gives, gets, gets]))).toBe(used)
  expect(titleOf(effects([gives, gets], [{ asset, spender, amount: 5n }]))).toBe(used)
  expect(titleOf(effects([gives, gets]), send)).toBe('Send 5 USD')
})

test('a hidden loss is the title and the button, unless the account also gets something', () => {
  const loss = { asset, amount: -500n }
  const of = (changes: (typeof loss)[]) => describe({ actions: [call], simulation: effects(changes) })
  expect(of([loss])).toMatchObject({ title: 'Give away 5 USD?', label: 'Give 5 USD' })
  const two = of([loss, { asset: coin as never, amount: -(10n ** 18n) }])
  expect(two).toMatchObject({ title: 'Use the contract 0x2222…2222', label: 'Give 5 USD and 1 ETH' })
  expect(of([loss, { asset: coin as never, amount: 1n }]).title).toBe('Swap 5 USD for ETH')
})

test('the button names the limit that the visitor can pick', () => {
  const labelOf = (isSet: boolean, ...actions: ClaimedAction[]) =>
    describe({ actions, limit: { isSet, token, amount: 500n }, simulation: effects([]) }).label
  expect(labelOf(true, limited)).toBe('Allow 5 USD only')
  expect(labelOf(false, unlimited)).toBe('Allow unlimited USD')
  expect(labelOf(true, limited, call)).toBe('Approve 2 actions, with 5 USD only')
  expect(labelOf(false, unlimited, call)).toBe('Approve 2 actions, with unlimited USD')
})

test('the kind of a request follows from its effects and from the rights that its calls give', () => {
  const kindOf = (simulation: Simulation, ...actions: ClaimedAction[]) => describe({ actions, simulation }).kind
  expect(kindOf(effects([]), call)).toBe('transfer')
  expect(kindOf(effects([]), limited)).toBe('permission')
  expect(kindOf(effects([]), control)).toBe('permission')
  expect(kindOf(effects([], [{ asset, spender, amount: 1n }]), call)).toBe('permission')
  expect(kindOf(effects([]), send, unknown)).toBe('unknown')
})

const bought: Address = '0x6666666666666666666666666666666666666666'
const moss = { symbol: { text: 'MOSS', confusable: false }, ownSymbol: 'MOSS', decimals: 18, isKnown: true }
const gets = { kind: 'erc20', token: bought } as const
const swap = (amount?: bigint, to = account, wanted: typeof gets | typeof coin = gets): ClaimedAction => ({
  ...(call as ClaimedAction & { kind: 'call' }),
  name: 'swapExactTokensForTokens',
  ...(amount !== undefined && { minimum: { asset: wanted, amount, to } }),
})
const moss952 = 952_123_456_789_012_345_678n
const changesAfter = (amount: bigint, ...actions: ClaimedAction[]) =>
  describe({
    actions,
    simulation: effects([
      { asset, amount: -23_800n },
      { asset: gets, amount },
    ]),
    tokens: new Map([...tokens, [bought, moss]]),
  })
const incoming = (amount: bigint, ...actions: ClaimedAction[]) =>
  changesAfter(amount, ...actions).changes.flatMap((change) =>
    change.direction === 'in' ? [change.amount, change.note] : [],
  )
const least942 = 942n * 10n ** 18n

test('a swap says what leaves exactly, about what comes in, and the least that the call asks for', () => {
  const { title, label, changes } = changesAfter(moss952, swap(least942))
  expect([title, label]).toEqual(['Swap 238 USD for MOSS', 'Swap 238 USD'])
  expect(changes).toMatchObject([
    { direction: 'out', amount: '−238 USD', note: '' },
    { direction: 'in', amount: 'about +952.123 MOSS', note: 'at least 942 MOSS' },
  ])
})

test('an estimate is rounded down to six digits, and never before its decimal point', () => {
  const one = 10n ** 18n
  expect(incoming(12_345_678n * one + 999n, swap())).toEqual(['about +12,345,678 MOSS', ''])
  expect(incoming(one / 3n, swap())).toEqual(['about +0.333333 MOSS', ''])
  expect(incoming(1_999_999_999n, swap())).toEqual(['about +0.00000000199999 MOSS', ''])
  expect(incoming(moss952, swap(10n ** 18n - 1n))).toEqual(['about +952.123 MOSS', 'at least 0.999999 MOSS'])
})

test('the card states no minimum that it does not know', () => {
  const estimated = ['about +952.123 MOSS', '']
  expect(incoming(moss952, swap())).toEqual(estimated)
  expect(incoming(moss952, swap(0n))).toEqual(estimated)
  // The contract gave less than the call asks for, so it ignores the minimum.
  expect(incoming(moss952, swap(moss952 + 1n))).toEqual(estimated)
  expect(incoming(moss952, swap(least942, friend))).toEqual(estimated)
  expect(incoming(moss952, swap(least942, account, coin))).toEqual(estimated)
  expect(incoming(moss952, swap(least942), call)).toEqual(estimated)
  expect(incoming(moss952, swap(least942), send)).toEqual(estimated)
  expect(incoming(moss952, limited, swap(least942))).toEqual(['about +952.123 MOSS', 'at least 942 MOSS'])
})

test('an amount is exact if the call states it, or if every call does', () => {
  expect(incoming(moss952, swap(moss952))).toEqual(['+952.123456789012345678 MOSS', ''])
  const received: ClaimedAction = { kind: 'transfer', asset: gets, amount: moss952, from: friend, to: account }
  expect(incoming(moss952, received)).toEqual(['+952.123456789012345678 MOSS', ''])
})

test('a collectible that comes in is never an approximate number', () => {
  const piece = { kind: 'erc721', token: bought, id: 7n } as const
  const { changes } = describe({ actions: [call], simulation: effects([{ asset: piece as never, amount: 1n }]) })
  expect(changes).toMatchObject([{ direction: 'in', amount: expect.stringMatching(/^\+unknown token .* #7$/) }])
})
