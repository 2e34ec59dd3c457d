import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import type { Locate } from './location/location.ts'
import type { Mailer } from './mail/mailer.ts'

/** Limits the login mails per mailbox, per network of the visitor and per project. */
export type MailLimits = { addressHour: number; addressDay: number; networkHour: number; projectHour: number }

/** The dependencies of the embedded wallet. Logins need mail, so a server without a mail server lacks them. */
export type EmbeddedParts = {
  /** Waits until the database is open; throws RESOURCE_UNAVAILABLE if it can't be opened. */
  database: () => Promise<Database>
  secrets: Secrets
  mail: Mailer
  limits: MailLimits
  locate: Locate
  /** Aborted when the server stops, so that long polls end. */
  ending: AbortSignal
}
