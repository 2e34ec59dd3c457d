import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { removeUnconfirmedShareSets } from '../wallet/custody/shareSets/unconfirmedSets.ts'
import { recognisedBrowsers } from './accountTables.ts'
import { auditEvents } from './eventTables.ts'
import { phraseExports } from './exportTables.ts'
import { flows } from './flowTables.ts'
import { joins } from './joinTables.ts'
import { loginChallenges, mailboxFailures, rateCounters } from './loginTables.ts'
import type { Database } from './open.ts'
import { sessions, sessionTokens, usedDpopProofs } from './sessionTables.ts'
import { signedOutSessions, usedNonces } from './signInTables.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** How long logins stay, so that a returning visitor learns that the login has ended. */
const challengeKeptMs = dayMs
/** How long ended sessions stay, so that the server can distinguish a stolen token from an invented one. */
const sessionKeptMs = 30 * dayMs
const eventKeptMs = 400 * dayMs
/** The clocks of two machines may differ. So a used nonce stays until its lifetime is over on each of them. */
const clockDifferenceMs = 10 * 60_000

type Removal = (database: Database, now: number) => Promise<unknown>

/** Each function removes the stale rows of one table. Every table that grows has one. */
const removals: Removal[] = [
  (database, now) => database.delete(usedDpopProofs).where(lt(usedDpopProofs.endsAt, now)),
  (database, now) => database.delete(usedNonces).where(lt(usedNonces.endsAt, now - clockDifferenceMs)),
  (database, now) => database.delete(signedOutSessions).where(lt(signedOutSessions.endsAt, now - clockDifferenceMs)),
  (database, now) => database.delete(rateCounters).where(lt(rateCounters.endsAt, now)),
  (database, now) => database.delete(loginChallenges).where(lt(loginChallenges.createdAt, now - challengeKeptMs)),
  (database) => database.delete(mailboxFailures).where(eq(mailboxFailures.failures, 0)),
  (database, now) => database.delete(flows).where(lt(flows.endsAt, now)),
  (database, now) => database.delete(joins).where(lt(joins.endsAt, now)),
  (database, now) => database.delete(phraseExports).where(lt(phraseExports.endsAt, now)),
  (database, now) => removeUnconfirmedShareSets(database, now - dayMs),
  (database, now) => database.delete(recognisedBrowsers).where(lt(recognisedBrowsers.recognisedUntil, now)),
  (database, now) =>
    database.delete(sessionTokens).where(and(eq(sessionTokens.kind, 'access'), lt(sessionTokens.endsAt, now - hourMs))),
  async (database, now) => {
    const limit = now - sessionKeptMs
    const ended = database
      .select({ id: sessions.id })
      .from(sessions)
      .where(or(lt(sessions.endsAt, limit), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, limit))))
    await database.delete(sessions).where(inArray(sessions.id, ended))
  },
  (database, now) => database.delete(auditEvents).where(lt(auditEvents.at, now - eventKeptMs)),
]

export const removeStaleRows: Removal = async (database, now) => {
  for (const remove of removals) await remove(database, now)
}
