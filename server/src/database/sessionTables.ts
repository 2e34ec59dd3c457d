import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the client key that alone may use it. */
    thumbprint: text().notNull(),
    projectId: text().notNull(),
    host: text().notNull(),
    browser: text().notNull(),
    /** Of the page that logged in; mails to the owner are written in it. */
    locale: text().notNull().default('en'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    lastUsedAt: bigint({ mode: 'number' }).notNull(),
    /** Of the last code entered. */
    authTime: bigint({ mode: 'number' }).notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
    revokedAt: bigint({ mode: 'number' }),
  },
  (table) => [index().on(table.userId)],
)

/** Only hashes: 256 random bits need no more. A used refresh token is kept, because to see it again means theft. */
export const tokens = pgTable(
  'tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
    usedAt: bigint({ mode: 'number' }),
  },
  (table) => [index().on(table.sessionId), index().on(table.endsAt)],
)

/** Proofs of possession that were used, for as long as they could be used again. */
export const proofs = pgTable(
  'proofs',
  {
    hash: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
