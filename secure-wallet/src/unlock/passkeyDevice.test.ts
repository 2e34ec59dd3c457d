import { expect, test } from 'vitest'
import { findPasskeyDevice } from './passkeyDevice.ts'

const able = { userVerifyingPlatformAuthenticator: true, 'extension:prf': true }
const find = (capabilities: { [name: string]: boolean }, userAgent = '') =>
  findPasskeyDevice({ capabilities: async () => capabilities, userAgent })

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)', 'faceId'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windowsHello'],
  ['Mozilla/5.0 (Linux; Android 16)', 'screenLock'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'touchId'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'passkey'],
])('names what the device of %s has', async (userAgent, device) => {
  expect(await find(able, userAgent)).toBe(device)
})

test.each([
  ['has no authenticator of its own', { ...able, userVerifyingPlatformAuthenticator: false }],
  ['makes passkeys without PRF', { ...able, 'extension:prf': false }],
  ['does not say whether its passkeys have PRF', { userVerifyingPlatformAuthenticator: true }],
])('offers no passkey on a device that %s', async (_, capabilities) => {
  expect(await find(capabilities)).toBeNull()
})

test('offers no passkey in a browser that does not tell what it can do', async () => {
  expect(await findPasskeyDevice({ capabilities: undefined, userAgent: '' })).toBeNull()
  const failing = async () => Promise.reject(new Error('no'))
  expect(await findPasskeyDevice({ capabilities: failing, userAgent: '' })).toBeNull()
})
