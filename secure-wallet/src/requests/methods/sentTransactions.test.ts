import { expect, test } from 'vitest'
import type { PlannedTransaction } from '../simulate/plan.ts'
import { createSentTransactions } from './sentTransactions.ts'

const [me, other] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const
const made = (nonce: number, from = me, gas = 1n) => ({ from, nonce, gas }) as PlannedTransaction

test('knows the transactions of an account between two nonces only if it has sent all of them', () => {
  const sent = createSentTransactions()
  sent.add('eip155:1', [made(3), made(4)])
  sent.add('eip155:1', [made(5, other)])
  sent.add('eip155:10', [made(5)])
  const between = (from: number, to: number, account: string = me) =>
    sent.between('eip155:1', account as typeof me, from, to)
  expect(between(3, 5, me.toUpperCase().replace('X', 'x'))).toEqual([made(3), made(4)])
  expect(between(4, 5)).toEqual([made(4)])
  expect([between(2, 4), between(3, 6), between(5, 6)]).toEqual([null, null, null])
  expect([between(4, 4), between(5, 4)]).toEqual([[], []])
})

test('knows the last transaction of a nonce, and the last fifty of all', () => {
  const sent = createSentTransactions()
  sent.add('eip155:1', [made(0), made(1)])
  sent.add('eip155:1', [made(1, me, 2n)])
  expect(sent.between('eip155:1', me, 0, 2)).toEqual([made(0), made(1, me, 2n)])
  sent.add(
    'eip155:1',
    Array.from({ length: 48 }, (_, index) => made(index + 2)),
  )
  expect([sent.between('eip155:1', me, 0, 1), sent.between('eip155:1', me, 1, 2)]).toEqual([null, [made(1, me, 2n)]])
})
