import { bigint, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'

/** Times are milliseconds since 1970, by the server's own clock, in every table. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** How a user proves who they are. No row exists before the first proof. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['email'] }).notNull(),
    issuer: text().notNull(),
    /** Of `email`: the keyed mac of the canonical address. */
    subject: text().notNull(),
    /** Of `email`: the address as it was typed at the first login. Mails go there and nowhere else. */
    sealedAddress: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique().on(table.provider, table.issuer, table.subject)],
)

/** Keys of browsers that a user has let in by the link of a mail. */
export const clients = pgTable(
  'clients',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    thumbprint: text().notNull(),
    recognisedUntil: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.thumbprint] })],
)
