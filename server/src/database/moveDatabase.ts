import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { OperatorError } from '../config/operatorError.ts'
import { type Database, openDatabase } from './open.ts'

/** How many rows are in memory at once. A row has less than 20 KB. */
const rowsAtOnce = 500

/**
 * Copies all rows of the embedded database in `folder` into the empty PostgreSQL at `url`, and returns their number.
 * The embedded database stays as it is. A failure leaves the PostgreSQL empty.
 */
export const moveDatabase = async (folder: string, url: string, migrationsFolder: string): Promise<number> => {
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new OperatorError('DATABASE_NOT_MOVED', `There is no embedded database in ${folder}.`)
  // Holds the lease of the folder, so that no server changes the rows meanwhile.
  const from = await openDatabase({ folder }, migrationsFolder)
  try {
    const to = await openDatabase({ url }, migrationsFolder)
    try {
      return await to.database.transaction((inside) => copyRows(from.database, inside))
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

const copyRows = async (from: Database, to: Database): Promise<number> => {
  const tables = await listTables(to)
  for (const table of tables) {
    const [row] = await readRows(to, sql`select 1 as found from ${sql.identifier(table)} limit 1`, v.object({}))
    if (row)
      throw new OperatorError(
        'DATABASE_NOT_MOVED',
        `The PostgreSQL already has rows in the table ${table}. Name an empty database in DATABASE_URL.`,
      )
  }
  let copied = 0
  for (const table of tables) copied += await copyTable(from, to, table)
  return copied
}

const copyTable = async (from: Database, to: Database, table: string): Promise<number> => {
  const name = sql.identifier(table)
  for (let copied = 0; ; ) {
    // PostgreSQL itself writes and reads the JSON, so that no value passes through a type of JavaScript.
    const page = sql`select * from ${name} order by ctid limit ${rowsAtOnce} offset ${copied}`
    const [{ count, rows } = { count: 0, rows: null }] = await readRows(
      from,
      sql`select count(*)::int as count, json_agg(page)::text as rows from (${page}) page`,
      v.object({ count: v.number(), rows: v.nullable(v.string()) }),
    )
    if (count === 0) return copied
    await to.execute(sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`)
    copied += count
  }
}

/** Lists the tables so that each comes after the tables to which its rows refer. */
const listTables = async (database: Database): Promise<string[]> => {
  const tables = await readRows(
    database,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    v.object({ name: v.string() }),
  )
  const references = await readRows(
    database,
    sql`select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f'`,
    v.object({ child: v.string(), parent: v.string() }),
  )
  const ordered = new Set<string>()
  const add = (name: string): void => {
    for (const { child, parent } of references)
      if (child === name && parent !== name && !ordered.has(parent)) add(parent)
    ordered.add(name)
  }
  for (const { name } of tables) add(name)
  return [...ordered]
}

const readRows = async <Shape extends v.GenericSchema>(
  database: Database,
  query: ReturnType<typeof sql>,
  shape: Shape,
): Promise<v.InferOutput<Shape>[]> => v.parse(v.object({ rows: v.array(shape) }), await database.execute(query)).rows
