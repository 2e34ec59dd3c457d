import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { clients, identities } from '../../database/accountTables.ts'
import { mailboxes } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'

export type Identity = typeof identities.$inferSelect
/** Failed codes after which digits no longer do. */
export const failuresBeforeLong = 10
const freezeMs = 24 * 60 * 60_000

/** What the server knows of an address and of the browser that asks for it. All of it is read whether or not there is anything. */
export type Mailbox = {
  identity: Identity | undefined
  isRecognised: boolean
  /** Of failures: a recognised browser has its own, so no stranger can shut the owner out. */
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
    .where(isEmailOf(addressMac))
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

export const isEmailOf = (addressMac: string) =>
  and(eq(identities.provider, 'email'), eq(identities.issuer, ''), eq(identities.subject, addressMac))

const mailboxKey = (addressMac: string, thumbprint: string | undefined): string =>
  thumbprint === undefined ? addressMac : `${addressMac} ${thumbprint}`

/** Counted before anything is compared. How many there are now, this one with them. */
export const addFailure = async (database: Database, key: string): Promise<number> => {
  const [row] = await database
    .insert(mailboxes)
    .values({ key, failures: 1, frozenUntil: 0 })
    .onConflictDoUpdate({ target: mailboxes.key, set: { failures: sql`${mailboxes.failures} + 1` } })
    .returning({ failures: mailboxes.failures })
  return row?.failures ?? 1
}

/** Only a right code forgets them; time does not. */
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
