import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** Who asked for the words of their seed without a passkey to show, and when they get them. */
export const exports = pgTable('exports', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readyAt: bigint({ mode: 'number' }).notNull(),
  /** After it the wait begins anew. */
  endsAt: bigint({ mode: 'number' }).notNull(),
})
