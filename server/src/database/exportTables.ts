import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** Pending exports of a recovery phrase by sessions without a passkey. */
export const exports = pgTable('exports', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readyAt: bigint({ mode: 'number' }).notNull(),
  /** After this time the wait starts again. */
  endsAt: bigint({ mode: 'number' }).notNull(),
})
