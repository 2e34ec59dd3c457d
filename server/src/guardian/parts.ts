import type { GuardianAnswer, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../database/open.ts'
import type { Log } from '../http/log.ts'
import type { LongPolls } from '../wallet/api/longPolls.ts'
import type { Mailer } from '../wallet/mail/mailer.ts'

export type GuardianParts = {
  database: Database
  secrets: Secrets
  mail: Mailer
  log: Log
  /** The current time in milliseconds since 1970. */
  clock: () => number
  /** The delay between the owner's confirmation and the release of the share, once the wallet has a passkey or backup. */
  delayMs: number
  /** The same delay while the mailbox is the only other way into the wallet. */
  firstDelayMs: number
  /** The requests that wait for the owner's confirmation. */
  longPolls: LongPolls
  /** Aborts when the process stops. */
  ending: AbortSignal
  /** The URL of links in mails, without a slash at its end. */
  publicUrl: string
}

/**
 * The sender of an envelope as the main server names it: its browser, and the wallet of its account. The guardian
 * believes that for limits only. An earlier version of the main server names no wallet.
 */
export type Sender = { browser?: string | undefined; walletId?: string | undefined }

export type GuardianAnswerOf<Kind extends GuardianRequest['kind']> = Extract<GuardianAnswer, { ok: true; kind: Kind }>
