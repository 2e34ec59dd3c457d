import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
