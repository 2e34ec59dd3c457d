import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { accountLabelAtom, setAccountLabelAtom } from './labels.ts'
import { writeStorageAtom } from './storage.ts'

const lower = 'eip155:1:0x7a0b2c4d6e8f00112233445566778899aa0c36ef'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri'

const start = () => {
  const store = createStore()
  return { store, labelOf: (caipAddress: string) => store.get(accountLabelAtom)(caipAddress) }
}

test('shows one name for an account across networks and spellings', () => {
  const { store, labelOf } = start()
  expect(labelOf(lower)).toBeNull()
  store.set(setAccountLabelAtom, lower, 'Savings')
  store.set(setAccountLabelAtom, solana, 'Coffee money')
  expect(labelOf('eip155:10:0x7A0B2c4D6e8f00112233445566778899AA0c36ef')).toBe('Savings')
  expect(labelOf(solana)).toBe('Coffee money')
  expect(labelOf(solana.toLowerCase())).toBeNull()
})

test('removes the name of an account if the visitor clears it, and keeps other names', () => {
  const { store, labelOf } = start()
  store.set(setAccountLabelAtom, lower, 'Savings')
  store.set(setAccountLabelAtom, solana, 'Coffee money')
  store.set(setAccountLabelAtom, lower, '  ')
  expect([labelOf(lower), labelOf(solana)]).toEqual([null, 'Coffee money'])
})

test('stores the name of an account as one line of limited length', () => {
  const { store, labelOf } = start()
  store.set(setAccountLabelAtom, lower, '  My\u202e \n savings ')
  expect(labelOf(lower)).toBe('My savings')
  store.set(setAccountLabelAtom, lower, 'x'.repeat(33))
  expect(labelOf(lower)).toHaveLength(32)
})

test.each([null, 'text', [], { [lower]: 1 }, { 'eip155:0x7a0b2c4d6e8f00112233445566778899aa0c36ef': { a: 1 } }])(
  'ignores the malformed stored names %j',
  (stored) => {
    const { store, labelOf } = start()
    store.set(writeStorageAtom, 'address_labels', stored)
    expect(labelOf(lower)).toBeNull()
  },
)
