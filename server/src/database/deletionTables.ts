import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/**
 * Accounts with a scheduled deletion. Each row keeps the requesting site and browser for the mail after the deletion.
 */
export const scheduledDeletions = pgTable(
  'deletions',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    deleteAt: bigint({ mode: 'number' }).notNull(),
    projectId: text().notNull(),
    host: text().notNull(),
    browser: text().notNull(),
    locale: text().notNull(),
  },
  (table) => [index().on(table.deleteAt)],
)

/** Sealed forget requests to the guardian. This server can't read them, and sends each after its account is deleted. */
export const forgetRequests = pgTable(
  'farewells',
  {
    userId: uuid().primaryKey(),
    envelope: jsonb().$type<GuardianEnvelope>().notNull(),
    sendAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.sendAt)],
)
