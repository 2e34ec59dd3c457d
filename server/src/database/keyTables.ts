import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The ids of the keys with which the rows of this database were written. An id is public and reveals no key. */
export const keyChecks = pgTable(
  'key_checks',
  {
    /** The variable that holds the key, like WALLET_KEY. */
    name: text().notNull(),
    /** The purpose of the key. Each name has at most one key for MACs and one for signatures. */
    use: text({ enum: ['mac', 'seal', 'sign'] }).notNull(),
    keyId: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.use, table.keyId] })],
)
