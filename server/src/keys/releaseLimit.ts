import { sql } from 'drizzle-orm'
import { AppError } from 'loader/protocol/errors.ts'
import { counts } from '../database/loginTables.ts'
import type { Database } from '../database/open.ts'

const windows = [
  { ms: 60_000, limit: 10 },
  { ms: 24 * 60 * 60_000, limit: 100 },
]

/** Counts one release of a set's share. Kept in the database, so that no restart forgets. */
export const countRelease = async (database: Database, setId: string, now: number): Promise<void> => {
  for (const { ms, limit } of windows) {
    const endsAt = (Math.floor(now / ms) + 1) * ms
    const [row] = await database
      .insert(counts)
      .values({ key: `release|${ms}|${setId}`, endsAt, count: 1 })
      .onConflictDoUpdate({ target: [counts.key, counts.endsAt], set: { count: sql`${counts.count} + 1` } })
      .returning({ count: counts.count })
    if (!row || row.count > limit)
      throw new AppError('TOO_MANY_REQUESTS', { values: { n: Math.ceil((endsAt - now) / 1_000) } })
  }
}
