import { expect, test } from 'vitest'
import { keepRowOrder } from './keepRowOrder.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const order = (shown: string, now: string) =>
  keepRowOrder([...shown], rows(now))
    .map(({ id }) => id)
    .join('')

test.each([
  ['', 'abc', 'abc', 'the first list keeps its order'],
  ['bc', 'abc', 'bca', 'a late wallet that sorts first goes to the end'],
  ['bc', 'axbyc', 'bcaxy', 'several late wallets keep their order'],
  ['abc', 'ac', 'ac', 'a wallet that went leaves no gap'],
  ['ab', 'ba', 'ab', 'a new order moves nothing'],
])('if the rows %j are on display and the list changes to %j, the new order is %j: %s', (shown, now, expected) => {
  expect(order(shown, now)).toBe(expected)
})
