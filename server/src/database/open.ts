import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { OperatorError } from '../config/operatorError.ts'
import { openDatabaseFolder } from './folder.ts'

/** A database or a transaction in it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>
export type OpenDatabase = { database: Database; close: () => Promise<void> }
/**
 * Where the data is: a PostgreSQL by its URL, or the embedded database in a folder or in memory. A new embedded
 * database starts with the content of `dump`, or of the blob in `memory`. `onLost` is called if another process takes
 * over the folder.
 */
export type DatabaseSource =
  | { url: string }
  | { folder: string; dump?: Blob; onLost?: (reason: OperatorError) => void }
  | { memory: Blob | undefined }

const options = { casing: 'snake_case' } as const
const connectMs = 10_000
const queryMs = 15_000
/**
 * The number of the advisory lock for migrations. It is arbitrary, so that no other program on the same PostgreSQL uses
 * it by chance.
 */
const migrationLock = 4_186_250_917

/** Opens the database and applies the migrations in a folder. */
export const openDatabase = async (source: DatabaseSource, migrationsFolder: string): Promise<OpenDatabase> =>
  'url' in source ? openPostgres(source.url, migrationsFolder) : openEmbedded(source, migrationsFolder)

const openEmbedded = async (
  source: Exclude<DatabaseSource, { url: string }>,
  migrationsFolder: string,
): Promise<OpenDatabase> => {
  const { client, close } = await ('folder' in source
    ? openDatabaseFolder(source.folder, source.dump, source.onLost)
    : openMemory(source.memory))
  try {
    const database = drizzlePglite({ client, ...options })
    await migratePglite(database, { migrationsFolder })
    return { database, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

const openMemory = async (dump: Blob | undefined) => {
  const client = await PGlite.create(dump ? { loadDataDir: dump } : {})
  return { client, close: () => client.close() }
}

const openPostgres = async (url: string, migrationsFolder: string): Promise<OpenDatabase> => {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
  })
  // The pool replaces a broken idle connection, but without a listener its error event would end the process.
  pool.on('error', () => undefined)
  // A connection that breaks inside a transaction emits an error too. The next query fails, so ignore the event.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await migratePostgres(pool, migrationsFolder)
    return { database: drizzleNode({ client: pool, ...options }), close: () => pool.end() }
  } catch (cause) {
    await pool.end()
    throw cause
  }
}

/** Applies the migrations under a lock, because several servers may start at once. */
const migratePostgres = async (pool: pg.Pool, migrationsFolder: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrateNode(drizzleNode({ client, ...options }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  } catch (cause) {
    // Closing the connection also releases the lock.
    client.release(true)
    throw cause
  }
}
