import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** Accounts whose owners want them gone, and where they said so: the last mail tells them. */
export const deletions = pgTable(
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

/** What the guardian is told once an account is gone: sealed for it, and unreadable here. It outlives the account by little. */
export const farewells = pgTable(
  'farewells',
  {
    userId: uuid().primaryKey(),
    envelope: jsonb().$type<GuardianEnvelope>().notNull(),
    sendAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.sendAt)],
)
