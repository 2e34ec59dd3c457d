import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/configSchema.ts'
import type { OperatorError } from '../config/operatorError.ts'
import { openSecrets } from '../config/secrets.ts'
import type { Settings } from '../config/settings.ts'
import { openDatabaseInBackground } from '../database/background.ts'
import { logStorageFailure } from '../database/databaseFailure.ts'
import { readEmptyDatabaseDump } from '../database/dump.ts'
import { checkSealingKeys, checkSigningKey, endOnWrongKey } from '../database/keyChecks.ts'
import { openDatabase } from '../database/open.ts'
import { createDatabaseProbe } from '../database/probe.ts'
import { removeStaleRows } from '../database/staleRows.ts'
import type { Log } from '../http/log.ts'
import type { SigningKey } from '../signIn/signingKey.ts'
import { deleteDueAccounts } from './account/deletion.ts'
import { sendGuardianForgetRequests } from './account/forgetOutbox.ts'
import { sealedWalletRows } from './account/identityAddress.ts'
import type { EmbeddedParts } from './embeddedParts.ts'
import { createVisitorLocator } from './location/location.ts'
import { readCountryTable } from './location/readCountryTable.ts'
import { createMailer } from './mail/mailer.ts'
import { createSecurityNotices } from './mail/notices.ts'

const sweepMs = 10 * 60_000

type Embedded = EmbeddedParts & { stop: () => void; close: () => Promise<void> }
type Environment = Readonly<Record<string, string | undefined>>

/** Opens the parts of the embedded wallet. Returns null without a mail server, because logins need one. */
export const openEmbeddedWallet = async (
  {
    mail,
    settings,
    environment,
    signingKey,
    log,
    fail,
  }: {
    mail: Config['mail']
    settings: Settings
    environment: Environment
    signingKey: SigningKey
    log: Log
    /** Ends the process, because only the operator can mend the error. */
    fail: (reason: OperatorError) => void
  },
  migrationsFolder: string,
): Promise<Embedded | null> => {
  if (!mail) return null
  const secrets = await openSecrets(join(settings.dataDir, 'keys'), environment.WALLET_KEY)
  const url = environment.DATABASE_URL
  const folder = join(settings.dataDir, 'wallet-db')
  const { database, close } = openDatabaseInBackground(
    async () => {
      const source = url ? { url } : { folder, onLost: fail, ...(await readEmptyDatabaseDump()) }
      const opened = await openDatabase(source, migrationsFolder)
      const replaces = environment.SIGNING_KEY_REPLACES
      await endOnWrongKey(opened, fail, async (database) => {
        await checkSealingKeys(database, { secrets, ...sealedWalletRows }, Date.now())
        const { source, jwk } = signingKey
        await checkSigningKey(database, { keyId: jwk.kid, source, replaces }, Date.now())
      })
      return opened
    },
    log,
    () => performance.now(),
  )
  const mailer = createMailer({ ...mail, fromName: new URL(settings.secureOrigin).hostname }, log)
  const notices = createSecurityNotices({ secrets, mail: mailer, settings, log })
  const sweep = async (): Promise<void> => {
    try {
      const now = Date.now()
      await removeStaleRows(await database(), now)
      await deleteDueAccounts(await database(), notices, now)
      await sendGuardianForgetRequests(await database(), settings.wallet.guardianUrl, now)
    } catch (cause) {
      logStorageFailure(log, 'stale rows were not removed', cause)
    }
  }
  // Remove stale rows at the start too, because a server that restarts often never runs long enough for the interval.
  void sweep()
  const timer = setInterval(sweep, sweepMs).unref()
  const ending = new AbortController()
  const readFreeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    database,
    probe: createDatabaseProbe({
      ...{ database, log, readFreeBytes: url ? undefined : readFreeBytes },
      now: () => performance.now(),
      clock: Date.now,
    }),
    secrets,
    limits: mail.limits,
    locate: createVisitorLocator(await readCountryTable(log)),
    mail: mailer,
    ending: ending.signal,
    stop: () => ending.abort(),
    close: async () => {
      clearInterval(timer)
      await close()
    },
  }
}
