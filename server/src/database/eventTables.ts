import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The audit log of accounts. The user id is no foreign key, because the log outlives the account. */
export const auditEvents = pgTable(
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
