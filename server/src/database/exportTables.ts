import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** Requests to export the recovery phrase that must wait for the delay, because the user proved no passkey. */
export const phraseExports = pgTable('exports', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readyAt: bigint({ mode: 'number' }).notNull(),
  /** The time when the request expires. A later request starts a new delay. */
  endsAt: bigint({ mode: 'number' }).notNull(),
})
