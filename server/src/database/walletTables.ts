import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accountTables.ts'

/** One for each user. Nothing here opens anything without what a browser, a passkey, a kit or the guardian holds. */
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
  /** Signatures of both keys over the wallet's id: whoever put other addresses here would have to make them. */
  proofEip155: text().notNull(),
  proofSolana: text().notNull(),
  vaultIv: text().notNull(),
  vaultData: text().notNull(),
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** Ways to unlock a wallet (security 2.2). */
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
    /** The session that may have the share without a fresh login. Without a foreign key: a session's row may end first. */
    sessionId: uuid().notNull(),
    /** Of that session's client key: a later session with the same key takes the set over. */
    thumbprint: text().notNull(),
    /** A_i, sealed. Null in a kit. */
    sealedShare: text(),
    /** W_i. Null in a kit, and until the browser has made it. */
    wrappedIv: text(),
    wrappedData: text(),
  },
  (table) => [index().on(table.walletId), index().on(table.sessionId)],
)
