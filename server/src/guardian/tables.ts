import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export { counts } from '../database/loginTables.ts'

/** A share, and the mailbox that can recover it. */
export const enrolments = pgTable(
  'enrolments',
  {
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    addressMac: text().notNull(),
    /** Equal for all spellings that lead to one mailbox. Null in rows from before this column. */
    mailboxMac: text(),
    sealedAddress: text().notNull(),
    sealedShare: text().notNull(),
    /** The hash of the owner secret, which only the open wallet has. Null in rows from before this column. */
    ownerHash: text(),
    /** The language of the mails. */
    locale: text().notNull().default('en'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Wrong codes since the last right one, without expiry. */
    failures: integer().notNull(),
    frozenUntil: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.setId] }), index().on(table.mailboxMac)],
)

/** Client keys of recognised browsers, which need not wait. */
export const devices = pgTable(
  'devices',
  {
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    publicKey: text().notNull(),
    recognisedUntil: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.setId, table.publicKey] })],
)

/** A pending recovery of one client. */
export const attempts = pgTable(
  'attempts',
  {
    id: uuid().primaryKey(),
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    clientHash: text().notNull(),
    host: text().notNull(),
    codeMac: text().notNull(),
    codeEndsAt: bigint({ mode: 'number' }).notNull(),
    tries: integer().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Null until the code is entered. */
    releaseAt: bigint({ mode: 'number' }),
    releasedAt: bigint({ mode: 'number' }),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.walletId), index().on(table.endsAt)],
)

/** Opened envelopes, kept for as long as they are valid. */
export const envelopes = pgTable(
  'envelopes',
  {
    hash: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
