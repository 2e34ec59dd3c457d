import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { clients, identities } from '../../database/accountTables.ts'
import { mailboxes } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'

type Identity = typeof identities.$inferSelect
/** After this many wrong codes a login needs a long code. */
export const failuresBeforeLong = 10
const freezeMs = 24 * 60 * 60_000

/** The data about an address and the requesting browser. Unknown addresses take the same queries. */
export type Mailbox = {
  identity: Identity | undefined
  isRecognised: boolean
  /**
   * The key of the failure count. A recognised browser has its own count, so that a stranger can't lock the owner out.
   */
  key: string
  failures: number
  isFrozen: boolean
}

export const readMailbox = async (
  database: Database,
  addressMac: string,
  thumbprint: string,
  now: number,
): Promise<Mailbox> => {
  const [found] = await database
    .select({ identity: identities, recognised: clients.thumbprint })
    .from(identities)
    .leftJoin(
      clients,
      and(eq(clients.userId, identities.userId), eq(clients.thumbprint, thumbprint), gt(clients.recognisedUntil, now)),
    )
    .where(isIdentityOfEmail(addressMac))
  const isRecognised = typeof found?.recognised === 'string'
  const key = mailboxKey(addressMac, isRecognised ? thumbprint : undefined)
  const [row] = await database.select().from(mailboxes).where(eq(mailboxes.key, key))
  return {
    identity: found?.identity,
    isRecognised,
    key,
    failures: row?.failures ?? 0,
    isFrozen: !isRecognised && (row?.frozenUntil ?? 0) > now,
  }
}

export const isIdentityOfEmail = (addressMac: string) =>
  and(eq(identities.provider, 'email'), eq(identities.issuer, ''), eq(identities.subject, addressMac))

const mailboxKey = (addressMac: string, thumbprint: string | undefined): string =>
  thumbprint === undefined ? addressMac : `${addressMac} ${thumbprint}`

/** Counts a failure, before the code is compared, and returns the new count. */
export const addFailure = async (database: Database, key: string): Promise<number> => {
  const [row] = await database
    .insert(mailboxes)
    .values({ key, failures: 1, frozenUntil: 0 })
    .onConflictDoUpdate({ target: mailboxes.key, set: { failures: sql`${mailboxes.failures} + 1` } })
    .returning({ failures: mailboxes.failures })
  return row?.failures ?? 1
}

/** Resets the counts after a correct code. Nothing else resets them, not even time. */
export const forgetFailures = async (database: Database, addressMac: string, thumbprint: string): Promise<void> => {
  const keys = [mailboxKey(addressMac, undefined), mailboxKey(addressMac, thumbprint)]
  await database.update(mailboxes).set({ failures: 0 }).where(inArray(mailboxes.key, keys))
}

export const freezeNewDevices = async (database: Database, addressMac: string, now: number): Promise<void> => {
  const frozenUntil = now + freezeMs
  await database
    .insert(mailboxes)
    .values({ key: addressMac, failures: 0, frozenUntil })
    .onConflictDoUpdate({ target: mailboxes.key, set: { frozenUntil } })
}
