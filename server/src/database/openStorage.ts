import { join } from 'node:path'
import type { OperatorError } from '../config/operatorError.ts'
import { openSecrets, type Secrets } from '../config/secrets.ts'
import type { Log } from '../http/log.ts'
import { readRevocationsFile, type SessionTimes } from '../signIn/revocations.ts'
import { storeEarlierSignOuts } from '../signIn/sharedSignIn.ts'
import {
  checkSigningKey,
  openSharedSigningKey,
  openSigningKey,
  readStoredKeyId,
  type SigningKey,
} from '../signIn/signingKey.ts'
import { sealedWalletRows } from '../wallet/account/identityAddress.ts'
import { openDatabaseInBackground } from './background.ts'
import { readEmptyDatabaseDump } from './dump.ts'
import { checkSealingKeys, endOnWrongKey } from './keyChecks.ts'
import { type Database, type OpenDatabase, openDatabase } from './open.ts'
import { createDatabaseProbe, type DatabaseProbe, readFreeBytes } from './probe.ts'
import { removeStaleRows } from './staleRows.ts'
import { sweepRegularly } from './sweep.ts'

export type ServerStorage = {
  /** Waits until the database is open; throws RESOURCE_UNAVAILABLE if it can't be opened. */
  database: () => Promise<Database>
  /** Protects the rows. All server processes on one database have the same secrets, by the same WALLET_KEY. */
  secrets: Secrets
  /** Finds out whether the database can be used, within a time limit in milliseconds. */
  probe: DatabaseProbe
  /** Whether other server processes may use the same database, which is then a PostgreSQL. */
  isShared: boolean
  close: () => Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>
type Options = {
  dataDir: string
  environment: Environment
  log: Log
  /** Ends the process, because only the operator can mend the error. */
  fail: (reason: OperatorError) => void
}

/**
 * Opens the PostgreSQL of DATABASE_URL, or the embedded database in the data folder, and the key that signs session
 * tokens, which the database checks.
 */
export const openStorage = async (
  options: Options,
  migrationsFolder: string,
): Promise<{ storage: ServerStorage; signingKey: SigningKey }> => {
  const { dataDir, environment, log, fail } = options
  // A compose file may pass an unset variable as an empty text. Keys don't allow that: an empty one stops the start,
  // because the server would otherwise make a new key.
  const url = environment.DATABASE_URL || undefined
  const secrets = await openSecrets(join(dataDir, 'keys'), environment.WALLET_KEY)
  const signingKey = await (url
    ? openSharedSigningKey(dataDir, environment, secrets)
    : openSigningKey(dataDir, environment))
  // Read the files before the database opens, so that an unreadable file is not reported as a failure of the database.
  const signedOut = url ? await readRevocationsFile(dataDir) : []
  const storedKeyId = await readStoredKeyId(dataDir)
  const folder = join(dataDir, 'wallet-db')
  const { database, close } = openDatabaseInBackground(
    async () => {
      const source = url ? { url } : { folder, onLost: fail, ...(await readEmptyDatabaseDump()) }
      const opened = await openDatabase(source, migrationsFolder)
      await prepareDatabase(opened, { secrets, signingKey, storedKeyId, signedOut }, options)
      return opened
    },
    log,
    () => performance.now(),
  )
  const stopSweeping = sweepRegularly(async () => {
    await removeStaleRows(await database(), Date.now())
  }, log)
  const closeAll = async (): Promise<void> => {
    stopSweeping()
    await close()
  }
  const probe = createDatabaseProbe({
    ...{ database, log, now: () => performance.now(), clock: Date.now },
    readFreeBytes: url ? undefined : () => readFreeBytes(folder),
  })
  return { storage: { database, secrets, probe, isShared: url !== undefined, close: closeAll }, signingKey }
}

type StartState = {
  secrets: Secrets
  signingKey: SigningKey
  storedKeyId: string | undefined
  signedOut: readonly SessionTimes[]
}

/** Checks the keys and stores earlier sign-outs before the database serves its first request. */
const prepareDatabase = (
  opened: OpenDatabase,
  { secrets, signingKey, storedKeyId, signedOut }: StartState,
  { environment, fail }: Options,
): Promise<void> =>
  endOnWrongKey(opened, fail, async (database) => {
    await checkSealingKeys(database, { secrets, ...sealedWalletRows }, Date.now())
    const { source, jwk } = signingKey
    const replaces = environment.SIGNING_KEY_REPLACES
    await checkSigningKey(database, { id: jwk.kid, source, replaces, storedId: storedKeyId }, Date.now())
    await storeEarlierSignOuts(database, signedOut, Date.now())
  })
