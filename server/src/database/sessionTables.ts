import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The thumbprint of the only client key that may use the session. */
    thumbprint: text().notNull(),
    projectId: text().notNull(),
    host: text().notNull(),
    browser: text().notNull(),
    /** The visitor's locale at the login. Mails to the owner have this language. */
    locale: text().notNull().default('en'),
    createdAt: bigint({ mode: 'number' }).notNull(),
    lastUsedAt: bigint({ mode: 'number' }).notNull(),
    /** The time when the visitor entered the code of the login. */
    authTime: bigint({ mode: 'number' }).notNull(),
    /**
     * False until a browser that the account does not recognise has opened the wallet. Sessions of earlier versions were
     * confirmed before they began.
     */
    isConfirmed: boolean().notNull().default(true),
    endsAt: bigint({ mode: 'number' }).notNull(),
    revokedAt: bigint({ mode: 'number' }),
  },
  (table) => [index().on(table.userId)],
)

/**
 * SHA-256 hashes of tokens: 256 random bits need no slow hash. The rows of used refresh tokens stay, because a second
 * use of a token means that somebody stole it.
 */
export const sessionTokens = pgTable(
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

/** Ids of used DPoP proofs. A row stays for as long as its proof would be valid. */
export const usedDpopProofs = pgTable(
  'proofs',
  {
    hash: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
