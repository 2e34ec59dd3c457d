import { eq } from 'drizzle-orm'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import { signedOutSessions, usedNonces } from '../database/signInTables.ts'
import { createNonces, type SignInNonces } from './nonces.ts'
import type { Revocations, SessionTimes } from './revocations.ts'

type Parts = { database: () => Promise<Database>; clock: () => number }

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 1_000

/**
 * The nonces of several server processes. Each process accepts the nonces of all, because they share the key of the MAC
 * and the database of used nonces.
 */
export const createSharedNonces = ({ database, clock, secrets }: Parts & { secrets: Secrets }): SignInNonces =>
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

/**
 * The signed-out sessions of several server processes. `readEarlier` reads those that this process stored in its data
 * folder before it had a shared database, so that none of them is valid again.
 */
export const createSharedRevocations = ({
  database,
  clock,
  readEarlier,
}: Parts & { readEarlier: () => Promise<SessionTimes[]> }): Revocations => {
  let taken: Promise<void> | undefined

  const takeEarlier = async (): Promise<void> => {
    const rows = (await readEarlier()).map(rowOf).filter(({ endsAt }) => endsAt > clock())
    for (let start = 0; start < rows.length; start += rowsPerInsert)
      await (await database())
        .insert(signedOutSessions)
        .values(rows.slice(start, start + rowsPerInsert))
        .onConflictDoNothing()
  }
  const open = async (): Promise<Database> => {
    taken ??= takeEarlier().catch((cause) => {
      // The next request tries again.
      taken = undefined
      throw cause
    })
    await taken
    return database()
  }

  return {
    isRevoked: async ({ id }) => {
      const found = await (await open())
        .select({ id: signedOutSessions.id })
        .from(signedOutSessions)
        .where(eq(signedOutSessions.id, id))
      return found.length > 0
    },
    revoke: async (session) => {
      await (await open()).insert(signedOutSessions).values(rowOf(session)).onConflictDoNothing()
    },
  }
}

const rowOf = ({ id, endsAt }: SessionTimes) => ({ id, endsAt: endsAt * 1_000 })
