import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessionTables.ts'

/** New browsers that ask the account's other browsers for the wallet. */
export const joins = pgTable(
  'joins',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** The session of the new browser. */
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The public key of the new browser's worker, for which another browser seals the vault key. */
    publicKey: text().notNull(),
    /** The number that the new browser shows. */
    number: text().notNull(),
    /** The numbers from which the visitor picks one in another browser. */
    numbers: jsonb().$type<string[]>().notNull(),
    state: text({ enum: ['waiting', 'picked', 'given', 'wrong', 'refused'] }).notNull(),
    /** The session that picked the right number, which alone may give the wallet. */
    pickedBy: uuid(),
    /** The vault key, sealed for the new browser. */
    handover: jsonb().$type<{ publicKey: string; sealed: SealedText }>(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.endsAt)],
)
