import { bigint, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'

/** In every table, times are milliseconds since 1970 by the server's own clock. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  createdAt: bigint({ mode: 'number' }).notNull(),
})

/** An e-mail address that belongs to a user. The server inserts the row at the first completed login. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['email'] }).notNull(),
    issuer: text().notNull(),
    /** The keyed MAC of the canonical e-mail address. */
    subject: text().notNull(),
    /** The e-mail address as the user typed it at the first login. The server mails the user only at this address. */
    sealedAddress: text().notNull(),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [unique().on(table.provider, table.issuer, table.subject)],
)

/** Client keys of recognised browsers, whose sessions are confirmed from the start. */
export const recognisedBrowsers = pgTable(
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
