import { expect, test } from 'vitest'
import type { WalletRow } from '../../core/connectors/order.ts'
import { keepKeys, keepRowOrder } from './keepRowOrder.ts'

/** A row of the list. `b=B` is the row of the page wallet B, which replaces the directory's row b. */
const parseRow = (text: string): Pick<WalletRow, 'id' | 'offeredId'> => {
  const [id = '', offeredId] = text.split('=').reverse()
  return { id, offeredId }
}
const keepShown = (shownKeys: string[], rows: Parameters<typeof keepKeys>[1]) =>
  keepRowOrder(shownKeys, keepKeys(shownKeys, rows))
const keep = (shown: string, now: string) => keepShown(shown.split(' '), now.split(' ').map(parseRow))

test.each([
  ['', 'a b c', 'a b c', 'the first list keeps its order'],
  ['b c', 'a b c', 'b c a', 'a late wallet that sorts first goes to the end'],
  ['b c', 'a x b y c', 'b c a x y', 'several late wallets keep their order'],
  ['a b c', 'a c', 'a c', 'a wallet that went leaves no gap'],
  ['a b', 'b a', 'a b', 'a new order moves nothing'],
  ['a b c', 'b=B a c', 'a B c', 'a late wallet takes the place of the row that it replaces'],
  ['a b c', 'x b=B a c', 'a B c x', 'another late wallet goes to the end nevertheless'],
  ['a b c', 'b=B a b c', 'a b c B', 'a late wallet does not take the place of a row that stays'],
])('if the rows %j are on display and the list changes to %j, the new order is %j: %s', (shown, now, expected) => {
  expect(
    keep(shown, now)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected)
})

test('gives a late wallet the key of the row that it replaces, also when the list changes again', () => {
  const keys = (shown: string, now: string) => keep(shown, now).map(({ key }) => key)
  expect(keys('a b c', 'b=B a c')).toEqual(['a', 'b', 'c'])
  expect(keys('a b c', 'b=B a c d')).toEqual(['a', 'b', 'c', 'd'])
})

test('a late wallet takes the place of the row with the same name in another namespace', () => {
  const merged = { id: 'io.example.osprey', walletIds: { eip155: 'io.example.osprey', solana: 'solana:Osprey' } }
  const rows = keepShown(['first', 'solana:Osprey', 'last'], [merged, { id: 'first' }, { id: 'last' }])
  expect(rows.map(({ key }) => key)).toEqual(['first', 'solana:Osprey', 'last'])
})

test('a wallet that the page names by its id in another directory takes the row that is reserved for it', () => {
  const wallet = { id: 'a1', other_id: 'far', name: 'Alpha', chains: [] }
  const rows = keepShown(['first', 'far', 'last'], [{ id: 'first' }, { id: 'a1', wallet }, { id: 'last' }])
  expect(rows.map(({ key }) => key)).toEqual(['first', 'far', 'last'])
})
