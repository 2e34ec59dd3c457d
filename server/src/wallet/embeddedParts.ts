import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import type { VisitorLocator } from './location/location.ts'
import type { VerifyCaptcha } from './login/captcha.ts'
import type { WorkProofs } from './login/proofOfWork.ts'
import type { Mailer } from './mail/mailer.ts'

/**
 * Limits of login mails. Above `address…`, a mail to the mailbox needs a proof of work. `network…` and `project…` count
 * mails whose codes nobody entered. Above `projectHour`, networks that are not trusted need a proof of work, and above
 * `projectHourMost` they get no mail.
 */
export type MailLimits = {
  addressHour: number
  addressDay: number
  networkHour: number
  projectHour: number
  projectHourMost: number
}

/** The dependencies of the embedded wallet. Logins need mail, so a server without a mail server lacks them. */
export type EmbeddedParts = {
  /** Waits until the database is open; throws RESOURCE_UNAVAILABLE if it can't be opened. */
  database: () => Promise<Database>
  secrets: Secrets
  mail: Mailer
  limits: MailLimits
  /** The proofs of work that login mails above the limits need. */
  proofs: WorkProofs
  /** Verifies the CAPTCHA that the operator configured. Null without one. */
  captcha: VerifyCaptcha | null
  locate: VisitorLocator
  /** The server aborts this signal when it stops, so that long polls end. */
  ending: AbortSignal
}
