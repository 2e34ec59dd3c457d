import { and, gt, inArray, sql } from 'drizzle-orm'
import { rateCounters } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'

/** A counter of one time window. */
export type Counter = { key: string; endsAt: number }

/** Counters that all server processes share. */
export type Counters = {
  /** Reads counters. A counter without a row is 0. */
  read: (counters: readonly Counter[]) => Promise<(counter: Counter) => number>
  /** Adds to each counter in one statement, so that no concurrent request is missed. Returns the new counts. */
  add: (counters: readonly Counter[], by: 1 | -1) => Promise<(counter: Counter) => number>
}

/** Makes the counter of the present window. `keptMs` is how long the counter stays after it. */
export const counterOf = (key: string, windowMs: number, now: number, keptMs = 0): Counter => ({
  key,
  endsAt: (Math.floor(now / windowMs) + 1) * windowMs + keptMs,
})

export const databaseCounters = (database: Database, now: number): Counters => ({
  read: async (counters) => {
    const keys = counters.map(({ key }) => key)
    return readerOf(
      await database
        .select()
        .from(rateCounters)
        .where(and(inArray(rateCounters.key, keys), gt(rateCounters.endsAt, now))),
    )
  },
  add: async (counters, by) => {
    // Every statement locks its rows in the same order, so that concurrent ones cannot wait for each other in a circle.
    const rows = [...counters].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    return readerOf(
      await database
        .insert(rateCounters)
        .values(rows.map((row) => ({ ...row, count: by })))
        .onConflictDoUpdate({
          target: [rateCounters.key, rateCounters.endsAt],
          set: { count: sql`${rateCounters.count} + ${by}` },
        })
        .returning(),
    )
  },
})

/** Counts a use in one statement. True only for the first of several concurrent uses. */
export const useOnce = async (counters: Counters, use: Counter): Promise<boolean> =>
  (await counters.add([use], 1))(use) === 1

const nameOf = ({ key, endsAt }: Counter): string => `${key} ${endsAt}`

const readerOf = (rows: readonly (Counter & { count: number })[]) => {
  const counts = new Map(rows.map((row) => [nameOf(row), row.count]))
  return (counter: Counter): number => counts.get(nameOf(counter)) ?? 0
}
