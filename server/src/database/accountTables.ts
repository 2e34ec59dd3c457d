import { bigint, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'

/** Times are milliseconds since 1970, by the server's own clock, in every table. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** An identity that a user has proved. A row is written after the first proof. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['email'] }).notNull(),
    issuer: text().notNull(),
    /** For `email`: the keyed MAC of the canonical address. */
    subject: text().notNull(),
    /** For `email`: the address as typed at the first login. Mails go only there. */
    sealedAddress: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique().on(table.provider, table.issuer, table.subject)],
)

/** Client keys of browsers that a user approved by a mail's link. */
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
