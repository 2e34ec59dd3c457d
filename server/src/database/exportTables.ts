import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** Requests to export the recovery phrase by users without a passkey, who must wait for the delay. */
export const exports = pgTable('exports', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readyAt: bigint({ mode: 'number' }).notNull(),
  /** After this time the request expires, and a new request starts a new delay. */
  endsAt: bigint({ mode: 'number' }).notNull(),
})
