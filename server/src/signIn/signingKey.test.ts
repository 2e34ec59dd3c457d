import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { databaseEngines } from '../../test/database.ts'
import { makeTestFolder, writeFilesInto } from '../../test/parts.ts'
import { makeTestSecrets, makeTestSigningKey } from '../../test/secrets.ts'
import { checkSigningKey, openSharedSigningKey, openSigningKey } from './signingKey.ts'

// A new database is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const refusal = (message: string) => ({ code: 'KEY_REFUSED', message: expect.stringContaining(message) })

test('creates the signing key once, in a file that only this user can read', async () => {
  const folder = await makeTestFolder()
  const first = await openSigningKey(folder)
  expect((await openSigningKey(folder)).jwk).toEqual(first.jwk)
  expect((await stat(join(folder, 'sign-in/signing-key.pem'))).mode & 0o777).toBe(0o400)
  expect((await stat(join(folder, 'sign-in'))).mode & 0o777).toBe(0o700)
})

test('publishes the public part of the signing key', async () => {
  const { jwk } = await openSigningKey(await makeTestFolder())
  expect(jwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: expect.any(String),
    y: expect.any(String),
    kid: expect.any(String),
  })
})

test('prefers the configured signing key and writes no file', async () => {
  const folder = await makeTestFolder()
  const pem = makeTestSigningKey()
  expect((await openSigningKey(folder, { SIGNING_KEY: pem })).jwk).toEqual(
    (await openSigningKey(folder, { SIGNING_KEY: pem })).jwk,
  )
  await expect(readFile(join(folder, 'sign-in/signing-key.pem'))).rejects.toThrow('ENOENT')
})

test.each([
  ['of another curve', makeTestSigningKey('P-384')],
  ['that is malformed', 'secret-words'],
  ['that is empty', ''],
])("refuses to start with a key %s and doesn't quote it", async (_, pem) => {
  const problem = /^SIGNING_KEY must contain a P-256 private key in PEM: openssl /
  await expect(openSigningKey(await makeTestFolder(), { SIGNING_KEY: pem })).rejects.toThrow(problem)
})

test('refuses to start with a broken key file, since a new key would end all sessions', async () => {
  const folder = await makeTestFolder()
  await writeFilesInto(folder, { 'sign-in/signing-key.pem': '' })
  await expect(openSigningKey(folder)).rejects.toThrow('signing-key.pem must contain')
})

test('refuses to start with another signing key, or without the configured one, until it is replaced by its id', async () => {
  const folder = await makeTestFolder()
  const [one, two] = [makeTestSigningKey(), makeTestSigningKey()]
  const { kid } = (await openSigningKey(folder, { SIGNING_KEY: one })).jwk
  const other = openSigningKey(folder, { SIGNING_KEY: two })
  await expect(other).rejects.toMatchObject({
    code: 'KEY_REFUSED',
    message: expect.stringContaining(`key ${kid}, but`),
  })
  await expect(openSigningKey(folder)).rejects.toThrow(`SIGNING_KEY_REPLACES=${kid}.`)
  const replaced = await openSigningKey(folder, { SIGNING_KEY: two, SIGNING_KEY_REPLACES: kid })
  expect((await openSigningKey(folder, { SIGNING_KEY: two })).jwk).toEqual(replaced.jwk)
  await expect(openSigningKey(folder, { SIGNING_KEY: one })).rejects.toThrow(replaced.jwk.kid)
})

test('several processes derive one key from WALLET_KEY, and other keys from another WALLET_KEY', async () => {
  const secrets = (fill: number) => makeTestSecrets(Buffer.alloc(32, fill))
  const kidOf = async (fill: number) => (await openSharedSigningKey(await makeTestFolder(), {}, secrets(fill))).jwk.kid
  expect(await kidOf(1)).toBe(await kidOf(1))
  expect(await kidOf(2)).not.toBe(await kidOf(1))
})

test('a process that shares its database prefers SIGNING_KEY, and then the key of its earlier starts', async () => {
  const [folder, root, pem] = [await makeTestFolder(), Buffer.alloc(32), makeTestSigningKey()]
  const secrets = makeTestSecrets(root)
  const { kid } = (await openSigningKey(folder)).jwk
  expect((await openSharedSigningKey(folder, {}, secrets)).jwk.kid).toBe(kid)
  expect((await openSharedSigningKey(folder, { SIGNING_KEY: pem }, secrets)).source).toBe('SIGNING_KEY')
})

describe.each(databaseEngines)('the signing key of a database on $name', ({ open, skip }) => {
  test.skipIf(skip)('refuses another signing key until the operator names the one that it replaces', async () => {
    const { database } = await open()
    const sign = (id: string, replaces?: string) =>
      checkSigningKey(database, { id, source: 'SIGNING_KEY', replaces }, 7)
    await sign('one')
    await sign('one')
    await expect(sign('two')).rejects.toMatchObject(refusal('the key one, but SIGNING_KEY holds two. '))
    await expect(sign('two', 'three')).rejects.toMatchObject(refusal('start with SIGNING_KEY_REPLACES=one.'))
    await sign('two', 'one')
    await sign('two', 'one')
    await expect(sign('one', 'one')).rejects.toMatchObject(refusal('the key two, but'))
  })
})
