import { expect, test } from 'vitest'
import { callFields, feeFields, gasPriceOf } from './plan.ts'

const legacy = { type: 'legacy', gasPrice: 7n } as const
const capped = { type: 'eip1559', maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, expected: 30n } as const
const call = {
  from: '0x1111111111111111111111111111111111111111',
  to: '0x2222222222222222222222222222222222222222',
  value: 10n,
  data: '0x01',
} as const

test('a unit of gas costs the base fee and the tip, at most the limit of the fee', () => {
  expect([10n, 28n, 29n].map((baseFee) => gasPriceOf(capped, baseFee))).toEqual([12n, 30n, 30n])
  expect(gasPriceOf(capped, null)).toBe(2n)
  expect(gasPriceOf(legacy, 100n)).toBe(7n)
})

test('the node gets the fee in the form of its type', () => {
  expect(feeFields(legacy)).toEqual({ gasPrice: '0x7' })
  expect(feeFields(capped)).toEqual({ maxFeePerGas: '0x1e', maxPriorityFeePerGas: '0x2' })
})

test('the node gets no receiver of a transaction that deploys a contract', () => {
  expect(callFields(call)).toEqual({ ...call, value: '0xa' })
  expect(callFields({ ...call, to: null })).toEqual({ from: call.from, value: '0xa', data: '0x01' })
})
