import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { makeTestSecrets } from '../../test/secrets.ts'
import { openSecrets } from './secrets.ts'

const root = randomBytes(32)
const secrets = makeTestSecrets(root)
const plain = new TextEncoder().encode('visitor@example.com')

test('opens a sealed text only with the context that it was sealed with', async () => {
  const sealed = await secrets.seal(plain, 'identities|1')
  expect(await secrets.open(sealed, 'identities|1')).toEqual(plain)
  await expect(secrets.open(sealed, 'identities|2')).rejects.toThrow()
})

test('seals the same text differently each time', async () => {
  const all = await Promise.all(Array.from({ length: 500 }, () => secrets.seal(plain, 'a')))
  expect(new Set(all.map((sealed) => sealed.split('.').at(-1)?.slice(0, 16))).size).toBe(500)
})

test('rejects a sealed text with any changed character', async () => {
  const sealed = await secrets.seal(plain, 'a')
  for (let index = 0; index < sealed.length; index++) {
    const other = sealed[index] === 'A' ? 'Q' : 'A'
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1)
    // Skip the last character of each part: some of its bits are unused, so changing it may change nothing.
    if (index + 1 === sealed.length || sealed[index + 1] === '.') continue
    await expect(secrets.open(changed, 'a'), `character ${index}`).rejects.toThrow()
  }
})

test('after a key rotation, the new keys open old texts and keep the MACs, and the old keys open no new text', async () => {
  const sealed = await secrets.seal(plain, 'a')
  const newer = randomBytes(32)
  const rotated = await openSecrets('/nowhere', [newer, root].map((key) => key.toString('base64url')).join(','))
  expect(await rotated.open(sealed, 'a')).toEqual(plain)
  expect(rotated.mac('address', 'x')).toBe(secrets.mac('address', 'x'))
  await expect(secrets.open(await rotated.seal(plain, 'a'), 'a')).rejects.toThrow('not known')
})

test('the MACs of one value for different purposes differ', () => {
  expect(secrets.mac('address', 'x')).not.toBe(secrets.mac('code', 'x'))
})

test('two server processes that start at once make one key, which only this user can read', async () => {
  const folder = join(await makeTestFolder(), 'keys')
  const [one, other] = await Promise.all([openSecrets(folder, undefined), openSecrets(folder, undefined)])
  expect(one.mac('code', 'x')).toBe(other.mac('code', 'x'))
  expect((await stat(join(folder, 'wallet.key'))).mode & 0o777).toBe(0o400)
  const again = await openSecrets(folder, undefined)
  expect(await again.open(await one.seal(plain, 'a'), 'a')).toEqual(plain)
})

test('rejects an invalid key, and the error does not quote the key', async () => {
  const error: Error = await openSecrets('/nowhere', 'hunter2').catch((cause) => cause)
  expect(error.message).toMatch(/^WALLET_KEY must contain 32 random bytes/)
  expect(error.message).not.toContain('hunter2')
})
