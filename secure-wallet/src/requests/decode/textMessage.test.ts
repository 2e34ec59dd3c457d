import { formatSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { expect, test } from 'vitest'
import { readMessage } from './solana/transaction.ts'
import { readTextMessage, type SignInContext } from './textMessage.ts'

const account = '0x1111111111111111111111111111111111111111'
const network = { caipNetworkId: 'eip155:1', name: 'Ethereum' } as const
const asker: SignInContext = {
  host: 'https://shop.example',
  account,
  network,
  isTransaction: (bytes) => readMessage(bytes) !== null,
  now: Date.parse('2026-11-21T12:00:00Z'),
}
const read = (text: string | Uint8Array) =>
  readTextMessage(typeof text === 'string' ? new TextEncoder().encode(text) : text, asker)
const signIn = (changes: object = {}) =>
  formatSiwxMessage(
    {
      domain: 'shop.example',
      accountAddress: account,
      chainId: 'eip155:1',
      uri: 'https://shop.example/login',
      version: '1',
      nonce: 'abcdefgh12',
      issuedAt: '2026-11-21T11:59:00Z',
      ...changes,
    },
    network,
  )

test('shows a readable message unchanged', () => {
  expect(read('I agree.\n\nVersion 4')).toEqual({ text: 'I agree.\n\nVersion 4', isSignIn: false, isConfusable: false })
  expect(read('pay\u202e Bob').isConfusable).toBe(true)
})

test('accepts a sign-in message for the site that asks', () => {
  expect(read(signIn()).isSignIn).toBe(true)
  expect(read(signIn({ scheme: 'https' })).isSignIn).toBe(true)
})

test.each([
  ['another domain', signIn({ domain: 'bank.example' })],
  ['a longer domain', signIn({ domain: 'shop.example.evil.example' })],
  ['another port', signIn({ domain: 'shop.example:8443' })],
  ['a URI of another site', signIn({ uri: 'https://bank.example/login' })],
  ['another scheme', signIn({ scheme: 'http' })],
  ['a loose form of the standard text', 'bank.example wants you to  sign in with your Ethereum account:\nwhatever'],
  ['capital letters', 'bank.example WANTS YOU TO SIGN IN WITH YOUR account'],
  ['words before the standard text', `Hello!\n${signIn({ domain: 'bank.example' })}`],
])('refuses a sign-in message with %s', (_name, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'WRONG_SITE_MESSAGE' }))
})

test('refuses a sign-in for another account, and shows an expired sign-in as a plain message', () => {
  expect(() => read(signIn({ accountAddress: `0x${'2'.repeat(40)}` }))).toThrow(
    expect.objectContaining({ code: 'FOREIGN_ACCOUNT' }),
  )
  expect(read(signIn({ expirationTime: '2026-11-21T11:59:30Z' })).isSignIn).toBe(false)
  expect(read(signIn().replace('Chain ID: 1', 'Chain ID: 5')).isSignIn).toBe(false)
})

test.each([
  ['32 bytes', new Uint8Array(32).fill(200)],
  ['32 bytes in hex', `0x${'ab'.repeat(32)}`],
  ['32 bytes in hex without a prefix', 'ab'.repeat(32)],
  ['32 bytes in base58', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ['32 bytes in base64', 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k='],
  ['bytes that are not UTF-8', Uint8Array.of(0xff, 0xfe)],
  ['a control character', 'a\u0000b'],
  ['nothing', ''],
  ['only spaces', ' \n '],
])('refuses a message of %s as unreadable', (_name, message) => {
  expect(() => read(message)).toThrow(expect.objectContaining({ code: 'BLIND_MESSAGE' }))
})

test('refuses a transaction disguised as a message', () => {
  const message = Uint8Array.from([
    1,
    0,
    1,
    2,
    ...new Uint8Array(64).fill(65),
    ...new Uint8Array(32).fill(66),
    1,
    1,
    1,
    0,
    1,
    65,
  ])
  expect(() => read(message)).toThrow(expect.objectContaining({ code: 'TRANSACTION_MESSAGE' }))
})
