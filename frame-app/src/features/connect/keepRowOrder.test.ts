import { expect, test } from 'vitest'
import { keepRowOrder } from './keepRowOrder.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const order = (shown: string, now: string) =>
  keepRowOrder([...shown], rows(now))
    .map(({ id }) => id)
    .join('')

test.each([
  ['', 'abc', 'abc', 'the first list stands as it is sorted'],
  ['bc', 'abc', 'bca', 'a late wallet that sorts first goes to the end'],
  ['bc', 'axbyc', 'bcaxy', 'several late ones keep their own order'],
  ['abc', 'ac', 'ac', 'one that went leaves no gap'],
  ['ab', 'ba', 'ab', 'a new order moves nothing'],
])('orders %j followed by %j as %j: %s', (shown, now, expected) => {
  expect(order(shown, now)).toBe(expected)
})
