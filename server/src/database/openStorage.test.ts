import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { walletMigrationsFolder } from '../../test/database.ts'
import { makeTestFolder, silentLog } from '../../test/parts.ts'
import type { OperatorError } from '../config/operatorError.ts'
import { openStorage } from './openStorage.ts'

// These tests create databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Opens the storage of a server process, and collects the errors that would end the process. */
const openTestStorage = async (environment: Record<string, string>, dataDir?: string) => {
  const failures: OperatorError[] = []
  const options = { dataDir: dataDir ?? (await makeTestFolder()), environment, log: silentLog }
  const { storage, signingKey } = await openStorage(
    { ...options, fail: (reason) => failures.push(reason) },
    walletMigrationsFolder,
  )
  onTestFinished(storage.close)
  return { storage, signingKey, failures, dataDir: options.dataDir }
}

test('treats an empty DATABASE_URL as none', async () => {
  const { storage, signingKey, dataDir } = await openTestStorage({ DATABASE_URL: '' })
  await storage.database()
  expect(storage.isShared).toBe(false)
  expect(signingKey.source).toBe(join(dataDir, 'sign-in/signing-key.pem'))
  expect(existsSync(join(dataDir, 'wallet-db/PG_VERSION'))).toBe(true)
})
