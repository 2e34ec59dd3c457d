import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Logins of the last day, each for one address and one client key. */
export const loginChallenges = pgTable(
  'challenges',
  {
    id: uuid().primaryKey(),
    addressMac: text().notNull(),
    /** For mail limits: the MAC of the address without dots and without the part after `+`. */
    bucketMac: text().notNull(),
    /** For mail limits: the MAC of the network that requested the first mail. Null for a recognised browser. */
    networkMac: text(),
    sealedAddress: text().notNull(),
    thumbprint: text().notNull(),
    projectId: text().notNull(),
    host: text().notNull(),
    locale: text().notNull(),
    browser: text().notNull(),
    /** The visitor's approximate location: a `VisitorLocation` of `location/location.ts`. */
    location: text('place').notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['VERIFY_OTP', 'EXPIRED', 'USED'] }).notNull(),
    resendAt: bigint({ mode: 'number' }).notNull(),
    codeMac: text(),
    codeEndsAt: bigint({ mode: 'number' }).notNull(),
    /** A short code has six digits, a long code ten characters. */
    codeKind: text({ enum: ['short', 'long'] }).notNull(),
    tries: integer().notNull(),
    // Unused columns of the previous version, whose processes may run beside this one during a deploy.
    matchNumber: text(),
    numbers: text(),
    linkHash: text().unique(),
    linkEndsAt: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [index().on(table.addressMac, table.thumbprint), index().on(table.createdAt)],
)

/**
 * For each mailbox, the number of wrong codes since the last right one. The key is the MAC of the address. A recognised
 * browser has its own row, whose key adds the thumbprint of its client key, so that no stranger can lock the owner out.
 */
export const mailboxFailures = pgTable('mailboxes', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  /** An unused column of the previous version, whose processes may run beside this one during a deploy. */
  frozenUntil: bigint({ mode: 'number' }).notNull().default(0),
})

/** Counters of rate limits. A counter is valid for one time window. */
export const rateCounters = pgTable(
  'counts',
  {
    key: text().notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.endsAt] }), index().on(table.endsAt)],
)
