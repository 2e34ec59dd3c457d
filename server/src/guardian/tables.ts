import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export { counts } from '../database/loginTables.ts'

/** A share, and the mailbox that it may be had through. */
export const enrolments = pgTable(
  'enrolments',
  {
    walletId: uuid().notNull(),
    setId: uuid().notNull(),
    addressMac: text().notNull(),
    /** The same for all ways of writing an address that lead to one mailbox. Null where it was enrolled before this was kept. */
    mailboxMac: text(),
    sealedAddress: text().notNull(),
    sealedShare: text().notNull(),
    /** Of a secret that only the open wallet gives. Null where it was enrolled before there was one. */
    ownerHash: text(),
    /** Of the mails, one that we have. */
    locale: text().notNull().default('en'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Wrong codes since the last right one, which no time forgets. */
    failures: integer().notNull(),
    frozenUntil: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.setId] }), index().on(table.mailboxMac)],
)

/** Keys of browsers that had the wallet open, and need not wait. */
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

/** One recovery that is under way, for one client. */
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
    /** Null until the code was entered. */
    releaseAt: bigint({ mode: 'number' }),
    releasedAt: bigint({ mode: 'number' }),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.walletId), index().on(table.endsAt)],
)

/** Envelopes that were opened, for as long as they could be opened again. */
export const envelopes = pgTable(
  'envelopes',
  {
    hash: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
