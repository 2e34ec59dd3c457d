import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/**
 * The wallet of a user. The database alone opens no wallet: the share of a browser, passkey, kit or guardian is
 * missing.
 */
export const wallets = pgTable('wallets', {
  id: uuid().primaryKey(),
  userId: uuid()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  epoch: integer().notNull(),
  status: text({ enum: ['pending', 'active'] }).notNull(),
  eip155: text().notNull(),
  solana: text().notNull(),
  /** Signatures over the wallet's id by the keys of both addresses, so that nobody can register foreign addresses. */
  proofEip155: text().notNull(),
  proofSolana: text().notNull(),
  vaultIv: text().notNull(),
  vaultData: text().notNull(),
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** The share sets of a wallet (security 2.2). */
export const keySets = pgTable(
  'key_sets',
  {
    id: uuid().primaryKey(),
    walletId: uuid()
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
    type: text({ enum: ['device', 'passkey', 'vault', 'kit', 'guardian'] }).notNull(),
    epoch: integer().notNull(),
    label: text().notNull(),
    credentialId: text(),
    confirmed: boolean().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    lastUsedAt: bigint({ mode: 'number' }),
    /**
     * The session that may read the share without a fresh login. It has no foreign key, because the server may delete
     * the session's row first.
     */
    sessionId: uuid().notNull(),
    /** The thumbprint of that session's client key. A later session with the same key takes over the share set. */
    thumbprint: text().notNull(),
    /** The server share A_i, sealed. Null for a recovery kit. */
    sealedShare: text(),
    /** The wrapped vault key W_i. Null for a recovery kit, and until the browser has created it. */
    wrappedIv: text(),
    wrappedData: text(),
  },
  (table) => [index().on(table.walletId), index().on(table.sessionId)],
)
