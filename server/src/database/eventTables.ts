import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** What happened to an account, for whoever has to find out later. Without a foreign key: it outlives the account. */
export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    at: bigint({ mode: 'number' }).notNull(),
    userId: uuid(),
    sessionId: uuid(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.at)],
)
