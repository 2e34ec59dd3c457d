import { eq } from 'drizzle-orm'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import { signedOutSessions, usedNonces } from '../database/signInTables.ts'
import { createNonces, type SignInNonces } from './nonces.ts'
import type { Revocations, SessionTimes } from './revocations.ts'

type Parts = { database: () => Promise<Database>; clock: () => number; secrets: Secrets }

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 1_000

/**
 * The nonces of several server processes. Each process accepts the nonces of all, because they share the key of the MAC
 * and the database of used nonces.
 */
export const createSharedNonces = ({ database, clock, secrets }: Parts): SignInNonces =>
  createNonces({
    now: clock,
    mac: (head, site) =>
      Buffer.from(secrets.mac('signInNonce', `${Buffer.from(head).toString('hex')} ${site}`), 'base64url'),
    // One statement checks and writes, so that only one of two processes succeeds.
    useUp: async (nonce, endsAt) => {
      const inserted = await (await database())
        .insert(usedNonces)
        .values({ nonce, endsAt })
        .onConflictDoNothing()
        .returning({ nonce: usedNonces.nonce })
      return inserted.length > 0
    },
  })

/** The signed-out sessions of several server processes. */
export const createSharedRevocations = (database: () => Promise<Database>): Revocations => ({
  isRevoked: async ({ id }) => {
    const found = await (await database())
      .select({ id: signedOutSessions.id })
      .from(signedOutSessions)
      .where(eq(signedOutSessions.id, id))
    return found.length > 0
  },
  revoke: async (session) => {
    await (await database()).insert(signedOutSessions).values(rowOf(session)).onConflictDoNothing()
  },
})

/**
 * Stores the sessions that this process signed out before it had a shared database, so that no process accepts them
 * again.
 */
export const storeEarlierSignOuts = async (
  database: Database,
  sessions: readonly SessionTimes[],
  now: number,
): Promise<void> => {
  // The line without an id stands for sessions that a full list dropped. The database can't hold them.
  const rows = sessions.map(rowOf).filter(({ id, endsAt }) => id !== '' && endsAt > now)
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await database
      .insert(signedOutSessions)
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflictDoNothing()
}

const rowOf = ({ id, endsAt }: SessionTimes) => ({ id, endsAt: endsAt * 1_000 })
