import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Used nonces of sign-ins, so that no server process accepts a nonce again. */
export const usedNonces = pgTable(
  'used_nonces',
  {
    nonce: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)

/** Random ids of signed-out sessions of sites' visitors. A row stays for as long as the session's tokens could be valid. */
export const signedOutSessions = pgTable(
  'signed_out_sessions',
  {
    id: text().primaryKey(),
    endsAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
