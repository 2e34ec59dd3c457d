import { expect, test } from 'vitest'
import { createMailbox, type Letter } from './mailbox.ts'

const letter = (change: Partial<Letter> = {}): Letter => ({
  ...{ topic: 'a', message: 'one', tag: 1108, publishedAt: 0, expiresAt: 1_000, publisher: 'dapp', received: [] },
  ...change,
})

test('drops a message after its TTL', () => {
  let now = 999
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 2 })
  mailbox.add(letter())
  expect(mailbox.waitingFor('wallet', ['a'])).toHaveLength(1)
  now = 1_000
  expect(mailbox.waitingFor('wallet', ['a'])).toEqual([])
  expect(mailbox.letters()).toEqual([])
})

test('accepts a message for a full topic again after one expires', () => {
  let now = 0
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 1 })
  expect(mailbox.add(letter())).toBe('new')
  expect(mailbox.add(letter())).toBe('known')
  expect(mailbox.add(letter({ message: 'two' }))).toBe('full')
  expect(mailbox.add(letter({ topic: 'b' }))).toBe('new')
  now = 1_000
  expect(mailbox.add(letter({ message: 'two', expiresAt: 2_000 }))).toBe('new')
})

test('returns messages of several topics in order of publication', () => {
  const mailbox = createMailbox({ now: () => 0, maxPerTopic: 5 })
  mailbox.add(letter({ topic: 'b', message: 'late', publishedAt: 2 }))
  mailbox.add(letter({ topic: 'a', message: 'early', publishedAt: 1 }))
  expect(mailbox.waitingFor('wallet', ['b', 'a']).map(({ message }) => message)).toEqual(['early', 'late'])
})

test('reports every change, so that a file can store it', () => {
  let changes = 0
  const mailbox = createMailbox({ now: () => 0, maxPerTopic: 5, onChange: () => changes++ })
  const sent = letter()
  mailbox.add(sent)
  mailbox.receive(sent, 'wallet')
  mailbox.receive(sent, 'wallet')
  expect(changes).toBe(2)
  const next = createMailbox({ now: () => 0, maxPerTopic: 5, letters: mailbox.letters() })
  expect(next.waitingFor('wallet', ['a'])).toEqual([])
  expect(next.waitingFor('another', ['a'])).toHaveLength(1)
})
