import { numberToHex } from 'viem'
import { expect, test, vi } from 'vitest'
import type { Receipt } from '../fees/receipt.ts'
import type { Simulation } from '../simulate/simulation.ts'
import { findCoveredPayment, isOnlyPayment, reportPaid } from './limitedPayment.ts'
import { createSiteLimits } from './siteLimits.ts'

const [token, other, receiver, account] = ['a1', 'b2', 'c3', 'd4'].map((pair) => `0x${pair.repeat(20)}`) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const chainId = 'eip155:1'
const payment = { chainId, token, receiver, amount: '5' } as const
const dollars = { kind: 'erc20' as const, token }
const paid = { changes: [{ asset: dollars, amount: -5n }], grants: [], receivers: [receiver] }
const ok = (effects: object = {}, more: object = {}) =>
  ({ status: 'ok', effects: { ...paid, ...effects }, gasUsed: [], doubts: [], ...more }) as unknown as Simulation

test('a simulation that moves exactly the payment is the payment only', () => {
  expect(isOnlyPayment(ok(), payment)).toBe(true)
  expect(isOnlyPayment(ok(), { ...payment, token: token.toUpperCase().replace('X', 'x') as `0x${string}` })).toBe(true)
})

test.each<[string, Simulation]>([
  ['fails', { status: 'fails', reason: '' }],
  ['is unknown', { status: 'unknown' }],
  ['is in doubt', ok({}, { doubts: ['unsteady'] })],
  ['moves nothing', ok({ changes: [] })],
  ['moves to nobody', ok({ receivers: [] })],
  ['moves something else too', ok({ changes: [...paid.changes, { asset: { kind: 'native' }, amount: 1n }] })],
  ['pays another one too', ok({ receivers: [receiver, other] })],
  ['pays another one', ok({ receivers: [other] })],
  ['gives a right too', ok({ grants: [{ asset: dollars, spender: other, amount: 1n }] })],
  ['moves coins', ok({ changes: [{ asset: { kind: 'native' }, amount: -5n }] })],
  ['moves a collectible', ok({ changes: [{ asset: { ...dollars, kind: 'erc721', id: 5n }, amount: -5n }] })],
  ['moves another token', ok({ changes: [{ asset: { kind: 'erc20', token: other }, amount: -5n }] })],
  ['moves more', ok({ changes: [{ asset: dollars, amount: -6n }] })],
  ['moves less', ok({ changes: [{ asset: dollars, amount: -4n }] })],
  ['brings the amount', ok({ changes: [{ asset: dollars, amount: 5n }] })],
])('a simulation that %s is more than the payment', (_, simulation) => {
  expect(isOnlyPayment(simulation, payment)).toBe(false)
})

test('a transfer is reported with its hash once it has succeeded', async () => {
  for (const [status, asked] of [
    ['0x1', [[{ method: 'POST', path: 'receivers/paid', body: { chainId, hash: '0x12' } }]]],
    ['0x0', []],
  ] as const) {
    const ask = vi.fn(async () => ({}))
    const limits = createSiteLimits({ ask, canApply: false })
    const receipt = { status, transactionHash: '0x12' } as Receipt
    await reportPaid({ scope: { limits }, chainId } as never, Promise.resolve(receipt))
    expect(ask.mock.calls).toEqual(asked)
  }
  await reportPaid({ scope: {}, chainId } as never, Promise.reject(new Error('never confirmed')))
})

const word = (value: bigint | `0x${string}`) => numberToHex(BigInt(value), { size: 32 }).slice(2)
const transfer = (to: `0x${string}` = receiver, amount = 5n) => `0xa9059cbb${word(to)}${word(amount)}` as const
const noFees = { nonce: null, gasPrice: null, cap: null, tip: null }
const covered = async (
  call: object = {},
  { fees = noFees, limit = {} as object | null, isKnown = true, calls = 1 } = {},
) => {
  const whole = limit && { chainId, token, perDay: '10', spentToday: '5', ...limit }
  const read = vi.fn(async () => ({ limit: whole, isKnown }))
  const requested = Array(calls).fill({ to: token, value: 0n, data: transfer(), gas: null, ...call })
  const found = await findCoveredPayment({ read } as never, chainId, account, requested, fees)
  return { found, asked: read.mock.calls }
}

test('the limit covers a payment up to its last unit, in any case of the addresses', async () => {
  const { found, asked } = await covered({
    to: token.toUpperCase().replace('X', 'x'),
    data: transfer().toUpperCase().replace('X', 'x'),
  })
  expect(found).toEqual({ payment, limit: { chainId, token, perDay: '10', spentToday: '5' } })
  expect(asked).toEqual([[chainId, receiver]])
})

test.each<[string, Parameters<typeof covered>]>([
  ['to nobody', [{ to: null }]],
  ['with coins', [{ value: 1n }]],
  ['with gas of the site', [{ gas: 1n }]],
  ['with a nonce of the site', [{}, { fees: { ...noFees, nonce: 0 } as never }]],
  ['with a gas price of the site', [{}, { fees: { ...noFees, gasPrice: 0n } as never }]],
  ['with a fee cap of the site', [{}, { fees: { ...noFees, cap: 0n } as never }]],
  ['with a tip of the site', [{}, { fees: { ...noFees, tip: 0n } as never }]],
  ['of nothing', [{ data: transfer(receiver, 0n) }]],
  ['to the account itself', [{ data: transfer(account) }]],
  ['with more data', [{ data: `${transfer()}00` }]],
  ['with something before its data', [{ data: `0x00${transfer().slice(2)}` }]],
  ['beside another one', [{}, { calls: 2 }]],
  ['without a call', [{}, { calls: 0 }]],
])('no limit is asked for about a payment %s', async (_, given) => {
  const { found, asked } = await covered(...given)
  expect([found, asked]).toEqual([null, []])
})

test.each<[string, Parameters<typeof covered>[1]]>([
  ['there is none', { limit: null }],
  ['the visitor does not know the receiver', { isKnown: false }],
  ['it is for another network', { limit: { chainId: 'eip155:10' } }],
  ['it is for another token', { limit: { token: other } }],
  ['one unit is missing', { limit: { spentToday: '6' } }],
])('the limit does not cover a payment if %s', async (_, more) => {
  expect((await covered({}, more)).found).toBeNull()
})
