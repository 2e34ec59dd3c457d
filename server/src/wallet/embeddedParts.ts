import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import type { Locate } from './location/location.ts'
import type { Mailer } from './mail/mailer.ts'

/** Login mails per mailbox, per network of the visitor and per project. */
export type MailLimits = { addressHour: number; addressDay: number; networkHour: number; projectHour: number }

/** What the embedded wallet rests on. A server without a mail server has none of it, and nobody logs in. */
export type EmbeddedParts = {
  /** Waits for the database where it is not open yet; RESOURCE_UNAVAILABLE where it can't be opened. */
  database: () => Promise<Database>
  secrets: Secrets
  mail: Mailer
  limits: MailLimits
  locate: Locate
  /** Aborted when the server stops, so that nobody waits who needn't. */
  ending: AbortSignal
}
