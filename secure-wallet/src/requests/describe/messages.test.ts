import { formatSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { expect, test } from 'vitest'
import { readTextMessage } from '../decode/textMessage.ts'
import { describeMessage } from './messages.ts'

const account = '0x1111111111111111111111111111111111111111'
const network = { caipNetworkId: 'eip155:1', name: 'Ethereum' } as const
const host = 'https://shop.example'

const describeSignIn = (changes: object = {}) => {
  const text = formatSiwxMessage(
    {
      ...{ domain: 'shop.example', accountAddress: account, chainId: 'eip155:1', uri: 'https://shop.example/login' },
      ...{ version: '1', nonce: 'abcdefgh12', issuedAt: '2026-11-21T11:59:00Z', ...changes },
    },
    network,
  )
  const bytes = new TextEncoder().encode(text)
  const now = Date.parse('2026-11-21T12:00:00Z')
  const message = readTextMessage(bytes, { host, account, network, isTransaction: () => false, now })
  return describeMessage(message, { host, siteName: 'Shop', account, network: network.name, bytes })
}

test('folds the text of a sign-in to the asking site if it says no more than the title', () => {
  expect(describeSignIn()).toMatchObject({ kind: 'ownSignIn', facts: { isMessageDetail: true } })
})

test.each([
  ['a statement', { statement: 'I give Shop all my rights.' }],
  ['resources', { resources: ['https://other.example/terms'] }],
  ['a request id', { requestId: 'I-give-Shop-all-my-rights' }],
])('shows the text of a sign-in to the asking site that has %s', (_name, changes) => {
  const { kind, facts } = describeSignIn(changes)
  expect([kind, facts.isMessageDetail]).toEqual(['ownSignIn', undefined])
})

test('keeps the bytes of the message as its raw data', () => {
  const { raw } = describeSignIn().facts
  expect(Buffer.from(raw.slice(2), 'hex').toString()).toContain('shop.example wants you to sign in')
  expect(raw.startsWith('0x')).toBe(true)
})
