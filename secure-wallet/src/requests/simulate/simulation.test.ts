import { type Address, encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { SimulatedAllowance } from './effects.ts'
import { failureText } from './simulate.ts'
import { type Doubt, isWorse, type Simulation } from './simulation.ts'

const token: Address = '0x2222222222222222222222222222222222222222'
const friend: Address = '0x3333333333333333333333333333333333333333'
const asset = { kind: 'erc20', token } as const
type Facts = { gets?: bigint; coins?: bigint; grants?: SimulatedAllowance[]; receivers?: Address[]; doubts?: Doubt[] }
const simulated = ({ gets = 0n, coins = 0n, grants = [], receivers = [], doubts = [] }: Facts): Simulation => {
  const changes = [
    { asset, amount: gets },
    { asset: { kind: 'native' } as const, amount: coins },
  ].filter(({ amount }) => amount !== 0n)
  return { status: 'ok', effects: { changes, grants, receivers }, gasUsed: [1n], doubts }
}
const worse = (shown: Facts, now: Facts) => isWorse(simulated(shown), simulated(now))
const grant = (amount: bigint | null, spender = friend): SimulatedAllowance => ({ asset, spender, amount })

test('getting up to 0.5 % less is not worse, and anything less is', () => {
  expect([1_000n, 995n, 994n, 0n].map((gets) => worse({ gets: 1_000n }, { gets }))).toEqual([false, false, true, true])
  expect(worse({ gets: 1_000n }, { gets: 2_000n })).toBe(false)
  expect(worse({ gets: 1_000n }, { gets: -1n })).toBe(true)
})

test('any more that leaves the account is worse, and less of it is not', () => {
  expect([-101n, -100n, -99n, 5n].map((coins) => worse({ coins: -100n }, { coins }))).toEqual([
    ...[true, false, false, false],
  ])
  expect(worse({}, { coins: -1n })).toBe(true)
  expect(worse({}, { coins: 1n })).toBe(false)
  expect(worse({ coins: -1n }, {})).toBe(false)
})

test('a new or larger right is worse, and an equal, smaller or vanished one is not', () => {
  const rights = (shown: SimulatedAllowance[], now: SimulatedAllowance[]) => worse({ grants: shown }, { grants: now })
  expect(rights([], [grant(1n)])).toBe(true)
  expect(rights([grant(5n)], [grant(5n, token)])).toBe(true)
  expect([4n, 5n, 6n, null].map((amount) => rights([grant(5n)], [grant(amount)]))).toEqual([false, false, true, true])
  expect([5n, null].map((amount) => rights([grant(null)], [grant(amount)]))).toEqual([false, false])
  expect(rights([grant(5n)], [])).toBe(false)
})

test('a new receiver or doubt is worse, and one less is not', () => {
  expect(worse({ receivers: [friend] }, { receivers: [friend, token] })).toBe(true)
  expect(worse({ receivers: [friend, token] }, { receivers: [friend] })).toBe(false)
  expect(worse({ doubts: ['queued'] }, { doubts: ['queued', 'misreported'] })).toBe(true)
  expect(worse({ doubts: ['queued', 'misreported'] }, { doubts: ['queued'] })).toBe(false)
})

test('an end of the simulation in another way is worse', () => {
  const fails = { status: 'fails', reason: 'no' } as const
  const unknown = { status: 'unknown' } as const
  expect([isWorse(fails, fails), isWorse(unknown, unknown)]).toEqual([false, false])
  expect([isWorse(simulated({}), fails), isWorse(fails, simulated({})), isWorse(unknown, fails)]).toEqual([
    ...[true, true, true],
  ])
})

test("a failure shows the contract's text, else the node's without its prefix", () => {
  const abi = parseAbi(['error Error(string)', 'error Panic(uint256)'])
  expect(failureText(encodeErrorResult({ abi, errorName: 'Error', args: ['not\u202e today'] }))).toBe('not today')
  expect(failureText(encodeErrorResult({ abi, errorName: 'Panic', args: [17n] }))).toBe('17')
  expect(failureText('0x', 'execution reverted: paused')).toBe('paused')
  expect(failureText('0x', 'Execution failed')).toBe('')
  expect(failureText(encodeAbiParameters([{ type: 'bytes4' }], ['0x12345678']), 'gas required')).toBe('gas required')
  expect(failureText('0x')).toBe('')
})
