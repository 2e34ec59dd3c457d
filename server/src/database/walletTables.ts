import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/**
 * The wallets of users. The database alone opens no wallet, because it lacks the share of the browser, passkey,
 * backup or guardian.
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
  /** The keys of both addresses signed the wallet's id, so that nobody can register the addresses of others. */
  proofEip155: text().notNull(),
  proofSolana: text().notNull(),
  vaultIv: text().notNull(),
  vaultData: text().notNull(),
  createdAt: bigint({ mode: 'number' }).notNull(),
  /** The site and browser in which the wallet was created. Null in rows that are older than these columns. */
  createdHost: text(),
  createdBrowser: text(),
  /** When the server first released a share that opens the finished wallet. Null before that, and in older rows. */
  openedAt: bigint({ mode: 'number' }),
})

/** The share sets of wallets. */
export const shareSets = pgTable(
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
    /**
     * The public key of a passkey, sealed by the browser. Null for other types and for passkeys of earlier versions.
     */
    passkeyKeyIv: text(),
    passkeyKeyData: text(),
    confirmed: boolean().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    lastUsedAt: bigint({ mode: 'number' }),
    /**
     * The session that may read the server share without a fresh login. The column is no foreign key, because the
     * server may delete the session's row first.
     */
    sessionId: uuid().notNull(),
    /**
     * The thumbprint of the client key of the session in `sessionId`. A later session with the same key takes over the
     * share set.
     */
    thumbprint: text().notNull(),
    /** The server share of this share set, sealed by the server. Null for a backup, which has no server share. */
    sealedShare: text(),
    /**
     * The vault key, sealed under both shares of this set. Null for a backup, whose file holds it, and until the
     * browser has created it.
     */
    wrappedIv: text(),
    wrappedData: text(),
  },
  (table) => [index().on(table.walletId), index().on(table.sessionId)],
)
