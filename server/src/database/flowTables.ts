import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessionTables.ts'

/** The sealed question to a window of the wallet, and its answer. Only the window's URL holds their key. */
export const flows = pgTable(
  'flows',
  {
    id: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    request: jsonb().$type<Sealed>().notNull(),
    result: jsonb().$type<Sealed>(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt), index().on(table.sessionId)],
)
