import { bigint, integer, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** An amount of a token in its smallest unit: up to 2 ** 256. */
const amount = () => numeric({ precision: 78, scale: 0 }).notNull()

/** How much a site may be paid on one day without a passkey. A site has at most one limit of a visitor. */
export const spendingLimits = pgTable(
  'spending_limits',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: text().notNull(),
    host: text().notNull(),
    chainId: text().notNull(),
    /** The token's address in lower case. */
    token: text().notNull(),
    perDay: amount(),
    /** The day that `spent` belongs to, in UTC days since 1970. */
    day: integer().notNull(),
    spent: amount(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique().on(table.userId, table.projectId, table.host)],
)

/** Addresses that a visitor has paid or named. Only these get payments within a limit. */
export const knownReceivers = pgTable(
  'known_receivers',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chainId: text().notNull(),
    /** In lower case. */
    address: text().notNull(),
    /** The visitor's name for the receiver, sealed. Null for a receiver that was only paid. */
    sealedName: text(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique().on(table.userId, table.chainId, table.address)],
)
