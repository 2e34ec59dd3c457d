import { expect, test } from 'vitest'
import { chooseFees } from './chooseFees.ts'

const fee = (maxFeePerGas: bigint) => ({
  ...{ type: 'eip1559' as const, maxFeePerGas, maxPriorityFeePerGas: 2n, expected: 12n },
})
const suggested = { low: fee(20n), normal: fee(30n), fast: fee(40n) }
const legacy = { type: 'legacy' as const, gasPrice: 5n }
const none = { gasPrice: null, cap: null, tip: null }
const siteFee = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint, expected: bigint) => [
  { id: 'site', fee: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, expected } },
]

test('the visitor picks one of three fees if the site sets none', () => {
  expect(chooseFees(suggested, none)).toEqual([
    { id: 'low', fee: fee(20n) },
    { id: 'normal', fee: fee(30n) },
    { id: 'fast', fee: fee(40n) },
  ])
})

test('the gas price of the site is the only choice', () => {
  expect(chooseFees(suggested, { gasPrice: 9n, cap: 1n, tip: 1n })).toEqual([
    { id: 'site', fee: { type: 'legacy', gasPrice: 9n } },
  ])
})

test('the site may set the limit, the tip or both, and the rest is the normal fee', () => {
  expect(chooseFees(suggested, { ...none, cap: 50n, tip: 3n })).toEqual(siteFee(50n, 3n, 12n))
  expect(chooseFees(suggested, { ...none, cap: 50n })).toEqual(siteFee(50n, 2n, 12n))
  expect(chooseFees(suggested, { ...none, tip: 3n })).toEqual(siteFee(33n, 3n, 12n))
})

test('neither the tip nor the expected fee is above the limit', () => {
  expect(chooseFees(suggested, { ...none, cap: 10n, tip: 11n })).toEqual(siteFee(10n, 10n, 10n))
})

test('a limit or tip of the site does not count on a network without EIP-1559', () => {
  const prices = { low: legacy, normal: legacy, fast: legacy }
  expect(chooseFees(prices, { ...none, cap: 10n, tip: 1n }).map(({ id }) => id)).toEqual(['low', 'normal', 'fast'])
})
