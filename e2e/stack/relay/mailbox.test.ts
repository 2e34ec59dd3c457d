import { expect, test } from 'vitest'
import { createMailbox, type Letter } from './mailbox.ts'

const letter = (change: Partial<Letter> = {}): Letter => ({
  ...{ topic: 'a', message: 'one', tag: 1108, publishedAt: 0, expiresAt: 1_000, publisher: 'dapp', received: [] },
  ...change,
})

test('a letter is gone when its time is over', () => {
  let now = 999
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 2 })
  mailbox.add(letter())
  expect(mailbox.waitingFor('wallet', ['a'])).toHaveLength(1)
  now = 1_000
  expect(mailbox.waitingFor('wallet', ['a'])).toEqual([])
  expect(mailbox.letters()).toEqual([])
})

test('a full topic takes no more until one of its letters is over', () => {
  let now = 0
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 1 })
  expect(mailbox.add(letter())).toBe('new')
  expect(mailbox.add(letter())).toBe('known')
  expect(mailbox.add(letter({ message: 'two' }))).toBe('full')
  expect(mailbox.add(letter({ topic: 'b' }))).toBe('new')
  now = 1_000
  expect(mailbox.add(letter({ message: 'two', expiresAt: 2_000 }))).toBe('new')
})

test('letters of several topics come in the order of their publication', () => {
  const mailbox = createMailbox({ now: () => 0, maxPerTopic: 5 })
  mailbox.add(letter({ topic: 'b', message: 'late', publishedAt: 2 }))
  mailbox.add(letter({ topic: 'a', message: 'early', publishedAt: 1 }))
  expect(mailbox.waitingFor('wallet', ['b', 'a']).map(({ message }) => message)).toEqual(['early', 'late'])
})

test('every change is told, so that it can be kept', () => {
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
