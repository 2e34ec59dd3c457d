import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/configSchema.ts'
import type { OperatorError } from '../config/operatorError.ts'
import { openSecrets, type Secrets } from '../config/secrets.ts'
import type { Settings } from '../config/settings.ts'
import { openDatabaseInBackground } from '../database/background.ts'
import { readEmptyDatabaseDump } from '../database/dump.ts'
import { checkSealingKeys, checkSigningKey, endOnWrongKey } from '../database/keyChecks.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { createDatabaseProbe } from '../database/probe.ts'
import { removeStaleRows } from '../database/staleRows.ts'
import { logStorageFailure } from '../database/storageFailure.ts'
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

type Options = {
  mail: Config['mail']
  settings: Settings
  environment: Environment
  signingKey: SigningKey
  log: Log
  /** Ends the process, because only the operator can mend the error. */
  fail: (reason: OperatorError) => void
}

/** Opens the parts of the embedded wallet. Returns null without a mail server, because logins need one. */
export const openEmbeddedWallet = async (options: Options, migrationsFolder: string): Promise<Embedded | null> => {
  const { mail, settings, environment, log } = options
  if (!mail) return null
  const secrets = await openSecrets(join(settings.dataDir, 'keys'), environment.WALLET_KEY)
  const url = environment.DATABASE_URL
  const folder = join(settings.dataDir, 'wallet-db')
  const now = () => performance.now()
  const { database, close } = openDatabaseInBackground(
    async () => {
      const source = url ? { url } : { folder, onLost: options.fail, ...(await readEmptyDatabaseDump()) }
      const opened = await openDatabase(source, migrationsFolder)
      await checkKeys(opened, secrets, options)
      return opened
    },
    log,
    now,
  )
  const mailer = createMailer({ ...mail, fromName: new URL(settings.secureOrigin).hostname }, log)
  const notices = createSecurityNotices({ secrets, mail: mailer, settings, log })
  const sweep = async (): Promise<void> => {
    try {
      const time = Date.now()
      await removeStaleRows(await database(), time)
      await deleteDueAccounts(await database(), notices, time)
      await sendGuardianForgetRequests(await database(), settings.wallet.guardianUrl, time)
    } catch (cause) {
      logStorageFailure(log, 'stale rows were not removed', cause)
    }
  }
  // Remove stale rows at the start too, because a server that restarts often never runs long enough for the interval.
  void sweep()
  const timer = setInterval(sweep, sweepMs).unref()
  const ending = new AbortController()
  return {
    database,
    probe: createDatabaseProbe({
      ...{ database, log, now, clock: Date.now },
      readFreeBytes: url ? undefined : () => readFreeBytes(folder),
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

const checkKeys = (opened: OpenDatabase, secrets: Secrets, { environment, signingKey, fail }: Options): Promise<void> =>
  endOnWrongKey(opened, fail, async (database) => {
    await checkSealingKeys(database, { secrets, ...sealedWalletRows }, Date.now())
    const { source, jwk } = signingKey
    const replaces = environment.SIGNING_KEY_REPLACES
    await checkSigningKey(database, { id: jwk.kid, source, replaces }, Date.now())
  })

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
