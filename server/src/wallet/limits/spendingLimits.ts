import { randomUUID } from 'node:crypto'
import type { LimitedPayment, LimitedSite, SpendingLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { knownReceivers, spendingLimits } from '../../database/limitTables.ts'
import type { Database } from '../../database/open.ts'
import type { Session } from '../sessions/sessions.ts'
import { isKnownReceiver } from './knownReceivers.ts'

type StoredLimit = typeof spendingLimits.$inferSelect
type Site = Pick<Session, 'userId' | 'projectId' | 'host'>

const dayMs = 24 * 60 * 60_000
const dayOf = (now: number): number => Math.floor(now / dayMs)

/**
 * The amount spent on `day`. The amount of an earlier day does not count. The amount of a later day counts, because the
 * clock of another server process may be a little ahead.
 */
const spentOn = (day: number): SQL =>
  sql`case when ${spendingLimits.day} >= ${day} then ${spendingLimits.spent} else 0 end`

const isOfSite = ({ userId, projectId, host }: Site) =>
  and(eq(spendingLimits.userId, userId), eq(spendingLimits.projectId, projectId), eq(spendingLimits.host, host))

export const readSpendingLimit = ({ chainId, token, perDay, day, spent }: StoredLimit, now: number): SpendingLimit => ({
  chainId,
  token,
  perDay,
  spentToday: day >= dayOf(now) ? spent : '0',
})

export const findSpendingLimit = async (database: Database, site: Site): Promise<StoredLimit | null> => {
  const [found] = await database.select().from(spendingLimits).where(isOfSite(site))
  return found ?? null
}

/** Lists the sites with a limit, and then the other `hosts`. */
export const listLimitedSites = async (
  database: Database,
  { userId, projectId }: Site,
  hosts: readonly string[],
  now: number,
): Promise<LimitedSite[]> => {
  const limits = await database
    .select()
    .from(spendingLimits)
    .where(and(eq(spendingLimits.userId, userId), eq(spendingLimits.projectId, projectId)))
    .orderBy(asc(spendingLimits.host))
  return [...new Set([...limits.map(({ host }) => host), ...hosts])].map((host) => {
    const found = limits.find((limit) => limit.host === host)
    return { host, limit: found ? { id: found.id, ...readSpendingLimit(found, now) } : null }
  })
}

/** Sets the limit of a site. The amount of this day stays spent, unless the limit is now in another token. */
export const setSpendingLimit = async (
  database: Database,
  site: Site,
  { chainId, token, perDay }: Pick<SpendingLimit, 'chainId' | 'token' | 'perDay'>,
  now: number,
): Promise<void> => {
  const { userId, projectId, host } = site
  const changed = { chainId, token, perDay }
  const isSameToken = sql`${spendingLimits.chainId} = ${chainId} and ${spendingLimits.token} = ${token}`
  await database
    .insert(spendingLimits)
    .values({ id: randomUUID(), userId, projectId, host, ...changed, day: dayOf(now), spent: '0', createdAt: now })
    .onConflictDoUpdate({
      target: [spendingLimits.userId, spendingLimits.projectId, spendingLimits.host],
      set: { ...changed, spent: sql`case when ${isSameToken} then ${spendingLimits.spent} else 0 end` },
    })
}

/**
 * Counts a payment, and tells whether the limit allows it. One statement compares and counts, so that parallel requests
 * of several tabs cannot exceed the limit together.
 */
export const reservePayment = async (
  database: Database,
  site: Site,
  { chainId, token, receiver, amount }: LimitedPayment,
  now: number,
): Promise<boolean> => {
  const day = dayOf(now)
  const spent = sql`${spentOn(day)} + ${amount}::numeric`
  const counted = await database
    .update(spendingLimits)
    .set({ day: sql`greatest(${spendingLimits.day}, ${day})`, spent })
    .where(
      and(
        isOfSite(site),
        eq(spendingLimits.chainId, chainId),
        eq(spendingLimits.token, token),
        sql`${spent} <= ${spendingLimits.perDay}`,
        exists(
          database
            .select({ id: knownReceivers.id })
            .from(knownReceivers)
            .where(isKnownReceiver(site, { chainId, address: receiver })),
        ),
      ),
    )
    .returning({ id: spendingLimits.id })
  return counted.length > 0
}
