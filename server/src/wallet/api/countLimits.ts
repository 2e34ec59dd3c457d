import { inArray } from 'drizzle-orm'
import { rateCounters } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import { counterOf, databaseCounters } from './rateCounters.ts'

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
  const counters = databaseCounters(database, now)
  for (const { key, windowMs, most } of limits) {
    const counter = counterOf(key, windowMs, now)
    if ((await counters.add([counter], 1))(counter) > most) return Math.ceil((counter.endsAt - now) / 1_000)
  }
  return 0
}

export const resetLimits = async (database: Database, keys: readonly string[]): Promise<void> => {
  await database.delete(rateCounters).where(inArray(rateCounters.key, [...keys]))
}
