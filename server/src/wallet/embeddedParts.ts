import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import type { VisitorLocator } from './location/location.ts'
import type { Mailer } from './mail/mailer.ts'

/** The largest numbers of login mails to one mailbox, from one client network, and for one project. */
export type MailLimits = { addressHour: number; addressDay: number; networkHour: number; projectHour: number }

/** The dependencies of the embedded wallet. Logins need mail, so a server without a mail server lacks them. */
export type EmbeddedParts = {
  /** Waits until the database is open; throws RESOURCE_UNAVAILABLE if it can't be opened. */
  database: () => Promise<Database>
  secrets: Secrets
  mail: Mailer
  limits: MailLimits
  locate: VisitorLocator
  /** The server aborts this signal when it stops, so that long polls end. */
  ending: AbortSignal
}
