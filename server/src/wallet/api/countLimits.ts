import { sql } from 'drizzle-orm'
import { rateCounters } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'

export type RateLimit = { key: string; windowMs: number; most: number }

/**
 * Counts a request against each rate limit, in order. Returns 0, or the seconds until the first exceeded limit allows
 * requests again.
 */
export const countAgainstLimits = async (
  database: Database,
  limits: readonly RateLimit[],
  now: number,
): Promise<number> => {
  for (const { key, windowMs, most } of limits) {
    const endsAt = (Math.floor(now / windowMs) + 1) * windowMs
    if ((await countOne(database, key, endsAt)) > most) return Math.ceil((endsAt - now) / 1_000)
  }
  return 0
}

/** Increments the counter in one statement, so that no concurrent request is missed. */
const countOne = async (database: Database, key: string, endsAt: number): Promise<number> => {
  const [row] = await database
    .insert(rateCounters)
    .values({ key, endsAt, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.key, rateCounters.endsAt],
      set: { count: sql`${rateCounters.count} + 1` },
    })
    .returning({ count: rateCounters.count })
  return row?.count ?? 0
}
