import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** One login that is under way, for one address and one client key. */
export const challenges = pgTable(
  'challenges',
  {
    id: uuid().primaryKey(),
    addressMac: text().notNull(),
    /** Of the address without dots and what stands behind a +, for limits. */
    bucketMac: text().notNull(),
    sealedAddress: text().notNull(),
    thumbprint: text().notNull(),
    projectId: text().notNull(),
    host: text().notNull(),
    locale: text().notNull(),
    browser: text().notNull(),
    /** As `place/place.ts` writes it. */
    place: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['VERIFY_DEVICE', 'VERIFY_OTP', 'REFUSED', 'EXPIRED', 'USED'] }).notNull(),
    resendAt: bigint({ mode: 'number' }).notNull(),
    /** The number that the modal shows, and the three that the mail's page offers. */
    matchNumber: text(),
    numbers: text(),
    /** SHA-256 of the token in the mail's link; null where no mail went out. */
    linkHash: text().unique(),
    linkEndsAt: bigint({ mode: 'number' }).notNull(),
    codeMac: text(),
    codeEndsAt: bigint({ mode: 'number' }).notNull(),
    /** Ten characters instead of six digits. */
    codeKind: text({ enum: ['short', 'long'] }).notNull(),
    tries: integer().notNull(),
  },
  (table) => [index().on(table.addressMac, table.thumbprint), index().on(table.createdAt)],
)

/**
 * Wrong codes since the last right one, which no time forgets, and until when no new device is let in. The key is the
 * address's mac, for a recognised client with its key's thumbprint: so no stranger can shut the owner out.
 */
export const mailboxes = pgTable('mailboxes', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  frozenUntil: bigint({ mode: 'number' }).notNull(),
})

/** How often something happened within a window of time. */
export const counts = pgTable(
  'counts',
  {
    key: text().notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.endsAt] }), index().on(table.endsAt)],
)
