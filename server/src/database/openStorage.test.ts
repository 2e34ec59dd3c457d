import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createPostgresDatabase, postgresSkipReason } from '../../test/database.ts'
import { makeTestFolder } from '../../test/parts.ts'
import { makeTestKey, makeTestSigningKey } from '../../test/secrets.ts'
import { openTestStorage } from '../../test/storage.ts'
import { openSigningKey } from '../signIn/signingKey.ts'

// These tests create databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('treats an empty DATABASE_URL as none', async () => {
  const { storage, signingKey, dataDir } = await openTestStorage({ DATABASE_URL: '' })
  await storage.database()
  expect(storage.isShared).toBe(false)
  expect(signingKey.source).toBe(join(dataDir, 'sign-in/signing-key.pem'))
  expect(existsSync(join(dataDir, 'wallet-db/PG_VERSION'))).toBe(true)
})

test('does not start with a shared database if the file of earlier sign-outs is unreadable', async () => {
  const dataDir = await makeTestFolder()
  const path = join(dataDir, 'sign-in/signed-out.jsonl')
  await mkdir(path, { recursive: true })
  const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/wallet', WALLET_KEY: makeTestKey() }
  await expect(openTestStorage(environment, dataDir)).rejects.toMatchObject({ code: 'EISDIR' })
})

describe.skipIf(postgresSkipReason !== null)('the signing key of several server processes', () => {
  const setUp = async () => {
    const shared = { DATABASE_URL: (await createPostgresDatabase()).url, WALLET_KEY: makeTestKey() }
    /** Starts a process and returns the sentence of the error that ends it, or undefined. */
    const start = async (own: Record<string, string>, dataDir: string) => {
      const { storage, failures } = await openTestStorage({ ...shared, ...own }, dataDir)
      await storage.database().catch(() => undefined)
      return failures[0]?.message
    }
    return { start, folders: [await makeTestFolder(), await makeTestFolder()] as const }
  }

  test('refuses a mistyped key at a new process, and accepts the right one at its next start', async () => {
    const { start, folders } = await setUp()
    const [right, wrong] = [makeTestSigningKey(), makeTestSigningKey()]
    await start({ SIGNING_KEY: right }, folders[0])
    expect(await start({ SIGNING_KEY: wrong }, folders[1])).toContain('but SIGNING_KEY holds ')
    expect(await start({ SIGNING_KEY: right }, folders[1])).toBeUndefined()
  })

  test('accepts a process that was offline while another process replaced the key', async () => {
    const { start, folders } = await setUp()
    const [old, next] = [makeTestSigningKey(), makeTestSigningKey()]
    for (const folder of folders) await start({ SIGNING_KEY: old }, folder)
    const replaces = (await openSigningKey(await makeTestFolder(), { SIGNING_KEY: old })).jwk.kid
    expect(await start({ SIGNING_KEY: next, SIGNING_KEY_REPLACES: replaces }, folders[0])).toBeUndefined()
    expect(await start({ SIGNING_KEY: next }, folders[1])).toBeUndefined()
    expect(await start({ SIGNING_KEY: old }, folders[1])).toContain('but SIGNING_KEY holds ')
  })

  test('refuses to replace the key of an earlier single process, unless the operator names that key', async () => {
    const { start, folders } = await setUp()
    const replaces = (await openSigningKey(folders[0])).jwk.kid
    const SIGNING_KEY = makeTestSigningKey()
    expect(await start({ SIGNING_KEY }, folders[0])).toContain(`SIGNING_KEY_REPLACES=${replaces}.`)
    expect(await start({ SIGNING_KEY, SIGNING_KEY_REPLACES: replaces }, folders[0])).toBeUndefined()
    expect(await start({ SIGNING_KEY }, folders[0])).toBeUndefined()
  })
})
