import { onTestFinished } from 'vitest'
import type { OperatorError } from '../src/config/operatorError.ts'
import { openStorage } from '../src/database/openStorage.ts'
import { walletMigrationsFolder } from './database.ts'
import { makeTestFolder, silentLog } from './parts.ts'

/** Opens the storage of a server process, and collects the errors that would end the process. */
export const openTestStorage = async (environment: Record<string, string>, dataDir?: string) => {
  const failures: OperatorError[] = []
  const options = { dataDir: dataDir ?? (await makeTestFolder()), environment, log: silentLog }
  const { storage, signingKey } = await openStorage(
    { ...options, fail: (reason) => failures.push(reason) },
    walletMigrationsFolder,
  )
  onTestFinished(storage.close)
  return { storage, signingKey, failures, dataDir: options.dataDir }
}
