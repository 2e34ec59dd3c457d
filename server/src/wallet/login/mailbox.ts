import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { identities, recognisedBrowsers } from '../../database/accountTables.ts'
import { mailboxFailures } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'

type Identity = typeof identities.$inferSelect
/** After this many wrong codes the next mailed code is a long one, and its session needs a confirmation. */
export const wrongCodesBeforeLongCode = 10

/**
 * The data about an address and the requesting browser: account and wrong codes. Known and unknown
 * addresses cause the same queries, so that timing reveals no account.
 */
export type Mailbox = {
  identity: Identity | undefined
  isRecognised: boolean
  /**
   * The key of the row that counts wrong codes. A recognised browser has its own row, so that a stranger can't lock the
   * owner out.
   */
  key: string
  failures: number
}

export const readMailbox = async (
  database: Database,
  addressMac: string,
  thumbprint: string,
  now: number,
): Promise<Mailbox> => {
  const [found] = await database
    .select({ identity: identities, recognised: recognisedBrowsers.thumbprint })
    .from(identities)
    .leftJoin(
      recognisedBrowsers,
      and(
        eq(recognisedBrowsers.userId, identities.userId),
        eq(recognisedBrowsers.thumbprint, thumbprint),
        gt(recognisedBrowsers.recognisedUntil, now),
      ),
    )
    .where(isIdentityOfAddress(addressMac))
  const isRecognised = typeof found?.recognised === 'string'
  const key = mailboxKey(addressMac, isRecognised ? thumbprint : undefined)
  const [row] = await database.select().from(mailboxFailures).where(eq(mailboxFailures.key, key))
  return {
    identity: found?.identity,
    isRecognised,
    key,
    failures: row?.failures ?? 0,
  }
}

export const isIdentityOfAddress = (addressMac: string) =>
  and(eq(identities.provider, 'email'), eq(identities.issuer, ''), eq(identities.subject, addressMac))

const mailboxKey = (addressMac: string, thumbprint: string | undefined): string =>
  thumbprint === undefined ? addressMac : `${addressMac} ${thumbprint}`

/**
 * Counts a wrong code. The server calls this before it compares the codes, so that no concurrent try is missed, and
 * resets the count after a right code. Returns the new count.
 */
export const countWrongCodeOfMailbox = async (database: Database, key: string): Promise<number> => {
  const [row] = await database
    .insert(mailboxFailures)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({ target: mailboxFailures.key, set: { failures: sql`${mailboxFailures.failures} + 1` } })
    .returning({ failures: mailboxFailures.failures })
  return row?.failures ?? 1
}

/** Resets the counts of wrong codes after a right code. Nothing else resets these counts, not even time. */
export const resetWrongCodes = async (database: Database, addressMac: string, thumbprint: string): Promise<void> => {
  const keys = [mailboxKey(addressMac, undefined), mailboxKey(addressMac, thumbprint)]
  await database.update(mailboxFailures).set({ failures: 0 }).where(inArray(mailboxFailures.key, keys))
}
