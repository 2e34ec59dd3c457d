import { expect, test } from 'vitest'
import { feeText } from './feeText.ts'

test.each([
  [29_839_216_932_000n, '0.0000299 ETH'],
  [45_448_531_737_000n, '0.0000455 ETH'],
  [999_500_000_000_000_000n, '1 ETH'],
  [21n, '0.000000000000000021 ETH'],
  [0n, '0 ETH'],
])('shows a fee of %d as %s', (fee, text) => {
  expect(feeText(fee, { symbol: 'ETH', decimals: 18 })).toBe(text)
})
