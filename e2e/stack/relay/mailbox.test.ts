import { expect, test } from 'vitest'
import { createMailbox, type StoredMessage } from './mailbox.ts'

const createMessage = (change: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ topic: 'a', message: 'one', tag: 1108, publishedAt: 0, expiresAt: 1_000, publisher: 'dapp', received: [] },
  ...change,
})

test('drops a message after its TTL', () => {
  let now = 999
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 2 })
  mailbox.add(createMessage())
  expect(mailbox.waitingFor('wallet', ['a'])).toHaveLength(1)
  now = 1_000
  expect(mailbox.waitingFor('wallet', ['a'])).toEqual([])
  expect(mailbox.messages()).toEqual([])
})

test('rejects a message for a full topic until a message of that topic expires', () => {
  let now = 0
  const mailbox = createMailbox({ now: () => now, maxPerTopic: 1 })
  expect(mailbox.add(createMessage())).toBe('new')
  expect(mailbox.add(createMessage())).toBe('known')
  expect(mailbox.add(createMessage({ message: 'two' }))).toBe('full')
  expect(mailbox.add(createMessage({ topic: 'b' }))).toBe('new')
  now = 1_000
  expect(mailbox.add(createMessage({ message: 'two', expiresAt: 2_000 }))).toBe('new')
})

test('returns messages of several topics in order of publication', () => {
  const mailbox = createMailbox({ now: () => 0, maxPerTopic: 5 })
  mailbox.add(createMessage({ topic: 'b', message: 'late', publishedAt: 2 }))
  mailbox.add(createMessage({ topic: 'a', message: 'early', publishedAt: 1 }))
  expect(mailbox.waitingFor('wallet', ['b', 'a']).map(({ message }) => message)).toEqual(['early', 'late'])
})

test('the mailbox reports every change, so that a file can store it', () => {
  let changes = 0
  const mailbox = createMailbox({ now: () => 0, maxPerTopic: 5, onChange: () => changes++ })
  const sent = createMessage()
  mailbox.add(sent)
  mailbox.receive(sent, 'wallet')
  mailbox.receive(sent, 'wallet')
  expect(changes).toBe(2)
  const next = createMailbox({ now: () => 0, maxPerTopic: 5, messages: mailbox.messages() })
  expect(next.waitingFor('wallet', ['a'])).toEqual([])
  expect(next.waitingFor('another', ['a'])).toHaveLength(1)
})
