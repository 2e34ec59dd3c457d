import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { openTestStorage } from '../../test/storage.ts'

// These tests create databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const makeWalletKey = () => randomBytes(32).toString('base64url')

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
  const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/wallet', WALLET_KEY: makeWalletKey() }
  await expect(openTestStorage(environment, dataDir)).rejects.toMatchObject({ code: 'EISDIR' })
})
