import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { Database } from '../src/database/open.ts'

/** Returns all rows of all tables as text. */
export const dumpRows = async (database: Database): Promise<string> => {
  const read = async (query: ReturnType<typeof sql>): Promise<string[]> => {
    const { rows }: { rows: { text: string }[] } = Object(await database.execute(query))
    return rows.map(({ text }) => text)
  }
  const tables = await read(
    sql`select table_name as text from information_schema.tables where table_schema = 'public' order by 1`,
  )
  let dump = ''
  for (const name of tables)
    for (const row of await read(sql`select t::text as text from ${sql.identifier(name)} t`)) dump += `${name} ${row}\n`
  return dump
}

/** Returns only the rows of wallets and of their share sets as text. */
export const dumpWallets = async (database: Database): Promise<string[]> =>
  (await dumpRows(database)).split('\n').filter((row) => /^(?:wallets|key_sets) /.test(row))

/**
 * Returns the files of the embedded database as text, because the files keep deleted rows for a while. Undefined on
 * PostgreSQL, whose files the tests can't read.
 */
export const dumpFiles = async (database: Database): Promise<string | undefined> => {
  const { $client } = Object(database)
  if (!($client instanceof PGlite)) return undefined
  await $client.exec('checkpoint')
  return Buffer.from(await (await $client.dumpDataDir('none')).arrayBuffer()).toString('latin1')
}
