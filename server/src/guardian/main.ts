import '../config/nodeVersion.ts'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { openSecrets, type Secrets } from '../config/secrets.ts'
import { readEmptyDatabaseDump } from '../database/dump.ts'
import { checkSealingKeys, endOnWrongKey } from '../database/keyChecks.ts'
import { moveDatabase } from '../database/moveDatabase.ts'
import { openDatabase } from '../database/open.ts'
import { createDatabaseProbe, readFreeBytes } from '../database/probe.ts'
import { sweepRegularly } from '../database/sweep.ts'
import { createLog } from '../http/log.ts'
import { createFail, stopGracefully } from '../http/stop.ts'
import { createLongPolls } from '../wallet/api/longPolls.ts'
import { createMailer } from '../wallet/mail/mailer.ts'
import { createGuardianApp } from './app.ts'
import { sealedGuardianRows } from './enrolments.ts'
import { deriveGuardianKeys } from './envelope.ts'
import { createGuardian } from './guardian.ts'
import { readGuardianDataDir, readGuardianSettings } from './settings.ts'

const headersMs = 10_000
const requestMs = 30_000
/** Shorter than the main server waits for an answer. */
const pollMs = 10_000

const log = createLog(
  (text) => process.stdout.write(text),
  () => new Date(),
)
const fail = createFail(log)

// The migrations are in the package's folder, whether this file runs from `src` or from `dist`.
const packageFolder = resolve(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../..' : '..')
const migrationsFolder = join(packageFolder, 'migrations/guardian')

/** `guardian.js --move-database`: copies the embedded database into PostgreSQL and ends. */
const moveOwnDatabase = async (): Promise<void> => {
  const { GUARDIAN_DATABASE_URL: url } = process.env
  if (!url) throw new Error('--move-database needs GUARDIAN_DATABASE_URL, the empty PostgreSQL.')
  const folder = join(readGuardianDataDir(process.env), 'db')
  log.write('moved', { rows: await moveDatabase(folder, url, migrationsFolder) })
  log.flush()
}

const openOwnSecrets = (): Promise<Secrets> =>
  openSecrets(join(readGuardianDataDir(process.env), 'keys'), process.env.GUARDIAN_KEY, 'GUARDIAN_KEY')

const start = async (): Promise<void> => {
  const secrets = await openOwnSecrets()
  const keys = await deriveGuardianKeys(secrets)
  if (process.argv.includes('--public-key')) {
    process.stdout.write(`${keys.publicKey}\n`)
    return
  }
  if (process.argv.includes('--move-database')) return moveOwnDatabase()
  const { port, host, dataDir, publicUrl, delayMs, firstDelayMs, mail, databaseUrl } = readGuardianSettings(process.env)
  const opened = await openDatabase(
    databaseUrl
      ? { url: databaseUrl }
      : { folder: join(dataDir, 'db'), onLost: fail, ...(await readEmptyDatabaseDump()) },
    migrationsFolder,
  )
  const { database, close } = opened
  await endOnWrongKey(opened, fail, () => checkSealingKeys(database, { secrets, ...sealedGuardianRows }, Date.now()))
  const ending = new AbortController()
  const parts = {
    database,
    secrets,
    keys,
    log,
    mail: createMailer(mail, log),
    publicUrl,
    delayMs,
    firstDelayMs,
    longPolls: createLongPolls({ pollMs }),
    ending: ending.signal,
    clock: Date.now,
    now: () => performance.now(),
  }
  const probe = createDatabaseProbe({
    ...{ database: async () => database, log, now: parts.now, clock: parts.clock },
    readFreeBytes: databaseUrl ? undefined : () => readFreeBytes(dataDir),
  })
  const guardian = createGuardian(parts)
  const stopSweeping = sweepRegularly(() => guardian.removeStaleRows(), log)

  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: requestMs },
    getRequestListener(createGuardianApp({ ...parts, probe }, guardian).fetch),
  )
  server.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Set GUARDIAN_PORT to another one.`) : error),
  )
  server.listen(port, host, () => {
    log.write('ready', {
      ...{ port, publicKey: keys.publicKey },
      ...{ delaySeconds: delayMs / 1_000, firstDelaySeconds: firstDelayMs / 1_000 },
    })
    log.flush()
  })
  const announce = (): void => {
    stopSweeping()
    ending.abort()
  }
  stopGracefully(server, log, announce, () => close())
}

start().catch(fail)
