import { expect, test } from 'vitest'
import { findSiteSession, readSiteNonce, readSiteSignIn, readStoredSession } from './siteSession.ts'

const address = '0x7A0b2C4d6e8f00112233445566778899aa0c36ef'
const now = Date.parse('2026-11-21T10:00:00Z')
const expectedFields = { chainId: 'eip155:1', accountAddress: address, now }
const data = { chainId: 'eip155:1', accountAddress: address.toLowerCase() }

test('finds the session of the account and network among other entries', () => {
  const others = [null, 7, {}, { data: {} }, { data: { ...data, chainId: 'eip155:10' } }]
  const session = { data: { ...data, expirationTime: '2026-11-21T11:00:00Z' }, message: 'text', signature: '0x51' }
  expect(findSiteSession([...others, session], expectedFields)).toEqual({
    ...session,
    caipAddress: `eip155:1:${address}`,
    expiresAt: now + 3_600_000,
  })
  expect(findSiteSession([{ data }], expectedFields)).toEqual({ data, caipAddress: `eip155:1:${address}` })
})

test.each<[fields: object]>([
  [{ ...data, accountAddress: '0x01' }],
  [{ ...data, chainId: 'solana:1' }],
  [{ ...data, expirationTime: '2026-11-21T09:59:59Z' }],
  [{ ...data, expirationTime: 'never' }],
  [{ ...data, notBefore: '2026-11-21T10:02:00Z' }],
  [{ ...data, issuedAt: '2026-11-22T10:00:00Z' }],
  [{ ...data, accountAddress: [address] }],
])('rejects a session of the site with %j', (fields) =>
  expect(findSiteSession([{ data: fields }], expectedFields)).toBeNull(),
)

test.each([undefined, null, {}, 'yes', true, { length: 1, 0: { data } }])(
  'rejects the answer %j, which is no list of sessions',
  (answer) =>
    expect(() => findSiteSession(answer, expectedFields)).toThrow(
      expect.objectContaining({ code: 'SIWX_SESSION_INVALID' }),
    ),
)

test('distinguishes upper and lower case in the address of a session if the address is not hex', () => {
  const solana = { chainId: 'solana:1', accountAddress: 'AbC', now }
  expect(findSiteSession([{ data: { chainId: 'solana:1', accountAddress: 'aBC' } }], solana)).toBeNull()
})

test.each([undefined, null, 7, '', ' ', 'two words', 'line\nline', 'x'.repeat(129), 'ü'])(
  'rejects %j as nonce of the site',
  (nonce) => expect(() => readSiteNonce(nonce)).toThrow(expect.objectContaining({ code: 'SIWX_MESSAGE_INVALID' })),
)

test.each([undefined, {}, { functions: 'all' }, []])(
  'rejects %j as the list of sign-in functions that a page has',
  (answer) => expect(() => readSiteSignIn(answer)).toThrow(expect.objectContaining({ code: 'SIWX_NOT_INITIALIZED' })),
)

test.each([null, 'a.b.c', {}, { caipAddress: 7 }, { caipAddress: 'x', token: 7 }])(
  'ignores the stored session %j, which AppKit did not write',
  (value) => expect(readStoredSession(value)).toBeNull(),
)
