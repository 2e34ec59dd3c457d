import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, inArray, like, lte, or } from 'drizzle-orm'
import { joins } from '../../database/joinTables.ts'
import { rateCounters } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import { shareSets, wallets } from '../../database/walletTables.ts'
import type { Session } from './sessions.ts'

const hourMs = 60 * 60_000
const waitMs = 24 * hourMs
/** Longer than a share set is in use. */
const keptMs = 10 * 365 * 24 * hourMs

/** These facts are marks: rows of the counters, which the server deletes at their end. */
const givenMark = (userId: string): string => `guardian set given|${userId}`
const newMark = ({ userId, thumbprint }: Pick<Session, 'userId' | 'thumbprint'>): string =>
  `new browser|${userId}|${thumbprint}`

/**
 * Notes that an unconfirmed session got the server's share of a guardian set. From then on, a browser that opens the
 * wallet may have come in by mail alone. The server sees no other way of that: the guardian's answers are sealed.
 */
export const noteGivenGuardianSet = async (database: Database, userId: string, now: number): Promise<void> => {
  if ((await findEnd(database, givenMark(userId), now)) === null) await mark(database, givenMark(userId), now + keptMs)
}

/** Deletes the marks of a deleted account. */
export const deleteMarks = async (database: Database, userId: string): Promise<void> => {
  const { key } = rateCounters
  await database
    .delete(rateCounters)
    .where(or(eq(key, givenMark(userId)), like(key, newMark({ userId, thumbprint: '%' }))))
}

/** Starts the wait of a browser that is confirmed, if it may have come in by mail alone. */
export const startWaitOfNewBrowser = async (database: Database, session: Session, now: number): Promise<void> => {
  const endsAt = await findEnd(database, givenMark(session.userId), now)
  if (endsAt === null) return
  if (await isLetIn(database, session)) return
  if (await hasOldShareSet(database, session, Math.max(endsAt - keptMs, now - waitMs))) return
  await mark(database, newMark(session), now + waitMs)
}

/** Tells whether another browser gave the wallet by a tap. A browser in its own wait gives nothing (`routeAccess.ts`). */
const isLetIn = async (database: Database, { id }: Session): Promise<boolean> => {
  const given = and(eq(joins.sessionId, id), eq(joins.state, 'given'))
  return (await database.select({ id: joins.id }).from(joins).where(given).limit(1)).length > 0
}

/**
 * Tells whether the browser stored its own share set before, with the open wallet. Any session can make the
 * server forget a browser (`DELETE sessions`), but needs a proof of the open wallet to remove its share set.
 */
const hasOldShareSet = async (
  database: Database,
  { userId, thumbprint }: Pick<Session, 'userId' | 'thumbprint'>,
  madeBy: number,
): Promise<boolean> => {
  const [old] = await database
    .select({ id: shareSets.id })
    .from(shareSets)
    .innerJoin(wallets, eq(wallets.id, shareSets.walletId))
    .where(
      and(
        eq(wallets.userId, userId),
        eq(shareSets.thumbprint, thumbprint),
        inArray(shareSets.type, ['device', 'vault']),
        eq(shareSets.confirmed, true),
        lte(shareSets.createdAt, madeBy),
      ),
    )
    .limit(1)
  return old !== undefined
}

/** Null for a browser that does not wait. */
export const findEndOfWait = (
  database: Database,
  session: Pick<Session, 'userId' | 'thumbprint'>,
  now: number,
): Promise<number | null> => findEnd(database, newMark(session), now)

/**
 * Throws NEW_BROWSER for a browser that came in by mail alone within a day. It may neither remove nor add ways, nor
 * export, nor use a limit, so that an older browser has the time to remove it.
 */
export const requireOldBrowser = async (
  database: Database,
  session: Pick<Session, 'userId' | 'thumbprint'>,
  now: number,
): Promise<void> => {
  const endsAt = await findEndOfWait(database, session, now)
  if (endsAt !== null)
    throw new AppError(walletErrors.NEW_BROWSER, { values: { n: Math.ceil((endsAt - now) / hourMs) } })
}

const mark = async (database: Database, key: string, endsAt: number): Promise<void> => {
  await database.insert(rateCounters).values({ key, endsAt, count: 1 }).onConflictDoNothing()
}

const findEnd = async (database: Database, key: string, now: number): Promise<number | null> => {
  const found = await database
    .select({ endsAt: rateCounters.endsAt })
    .from(rateCounters)
    .where(and(eq(rateCounters.key, key), gt(rateCounters.endsAt, now)))
  return found.length === 0 ? null : Math.max(...found.map(({ endsAt }) => endsAt))
}
