import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessionTables.ts'

/** Sealed requests to wallet windows, and the sealed answers. Their key is only in the URL of the window. */
export const flows = pgTable(
  'flows',
  {
    id: text().primaryKey(),
    /** Null for a flow that a client key started without a session, during a login. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    /** The client key that started a flow without a session. */
    thumbprint: text(),
    request: jsonb().$type<SealedText>().notNull(),
    result: jsonb().$type<SealedText>(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt), index().on(table.sessionId), index().on(table.thumbprint)],
)
