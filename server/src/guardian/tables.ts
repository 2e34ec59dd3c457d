import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export { rateCounters } from '../database/loginTables.ts'

/** The key shares that the guardian stores, each with the mailbox whose owner can recover the wallet. */
export const enrolments = pgTable(
  'enrolments',
  {
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    addressMac: text().notNull(),
    /**
     * A MAC of the mailbox, which is the same for all spellings of its address. Null in rows that are older than this
     * column.
     */
    mailboxMac: text(),
    sealedAddress: text().notNull(),
    sealedShare: text().notNull(),
    /** The hash of the owner key, which only the unlocked wallet has. Null in rows that are older than this column. */
    ownerHash: text(),
    /** The language of the mails. */
    locale: text().notNull().default('en'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Earlier versions counted wrong codes. */
    failures: integer().notNull().default(0),
    frozenUntil: bigint({ mode: 'number' }).notNull(),
    /** When the share was last released to a browser that came in by mail alone. */
    releasedAt: bigint({ mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.setId] }), index().on(table.mailboxMac)],
)

/**
 * The passkeys and backups of each owner, as the open wallet named them. They decide about the delay. An owner without
 * a row enrolled with an earlier version, and has the full delay.
 */
export const delayRules = pgTable(
  'delay_rules',
  {
    walletId: uuid().notNull(),
    ownerHash: text().notNull(),
    /** The mailbox of the enrolment. A new owner key of the same wallet and mailbox waits the old delay. */
    addressMac: text().notNull(),
    /** Counts the changes, so that a request that was held back changes nothing. */
    version: integer().notNull(),
    /** The ids of the passkeys and backups, separated by spaces. */
    ways: text().notNull(),
    /** After the last way was removed, the delay stays until this time. */
    fullUntil: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.ownerHash] })],
)

/** Public keys of recognised browsers. A wallet window skips the delay. */
export const recognisedBrowsers = pgTable(
  'devices',
  {
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    publicKey: text().notNull(),
    recognisedUntil: bigint({ mode: 'number' }).notNull(),
    /** When the browser was registered first. Zero in rows that are older than this column. */
    createdAt: bigint({ mode: 'number' }).notNull().default(0),
    /** False for a site's frame, which proves changes of the owner only. */
    skipsDelay: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.setId, table.publicKey] })],
)

/** Recoveries, each started by one client. */
export const recoveries = pgTable(
  'attempts',
  {
    id: uuid().primaryKey(),
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    clientHash: text().notNull(),
    host: text().notNull(),
    /** The number that the client shows, and the numbers among which the owner picks. Null in rows of version 0.3.0. */
    number: text(),
    numbers: text(),
    /** The end of the link in the mail. */
    linkEndsAt: bigint('code_ends_at', { mode: 'number' }).notNull(),
    /** Whether the owner picked a wrong number. */
    isRefused: boolean().notNull().default(false),
    /** Whether the client proved to be a recognised browser, for which there is no delay. */
    isRecognised: boolean().notNull().default(false),
    /** Earlier versions mailed a code. */
    codeMac: text(),
    tries: integer().notNull().default(0),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** The end of the delay. Null until the owner has confirmed the recovery. */
    releaseAt: bigint({ mode: 'number' }),
    releasedAt: bigint({ mode: 'number' }),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.walletId), index().on(table.endsAt)],
)

/**
 * Hashes of the envelopes that the guardian has opened, so that it rejects replays. A row stays for as long as its
 * envelope would be valid.
 */
export const usedEnvelopes = pgTable(
  'envelopes',
  {
    hash: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
