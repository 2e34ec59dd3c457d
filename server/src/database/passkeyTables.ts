import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { shareSets } from './walletTables.ts'

/**
 * The public keys with which passkeys sign in, each of one share set. Passkeys of earlier versions
 * have no row. The keys open nothing, because the vault key needs the passkey's PRF output.
 */
export const passkeyKeys = pgTable('passkey_keys', {
  setId: uuid()
    .primaryKey()
    .references(() => shareSets.id, { onDelete: 'cascade' }),
  /** The algorithm's number in COSE. */
  algorithm: integer().notNull(),
  /** The key as SubjectPublicKeyInfo (DER), in base64url. */
  spki: text().notNull(),
  /** The highest counter of the passkey's signatures. Passkeys that sync always sign with 0. */
  signCount: bigint({ mode: 'number' }).notNull(),
})
