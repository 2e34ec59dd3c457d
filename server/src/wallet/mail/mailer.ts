import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { createTransport } from 'nodemailer'
import type { Log } from '../../http/log.ts'
import { withTimeout } from '../../http/withTimeout.ts'

/** `to` is one checked address. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Throws MAIL_NOT_SENT where the mail server does not take it in time. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** A visitor waits for it, so a mail server that hangs is one that is down. */
const connectMs = 5_000
const silenceMs = 8_000
const sendMs = 12_000
const oneAddress = /^[^\s\p{Cc},;:<>()"[\]\\@]+@[^\s\p{Cc},;:<>()"[\]\\@]+$/u

export type MailSettings = { url: string; from: string; fromName: string }

export const createMailer = ({ url, from, fromName }: MailSettings, log: Log): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // Nothing that a visitor typed may make it read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  const send = async ({ to, subject, text, html }: Mail): Promise<void> => {
    try {
      // It would be parsed, and a comma would make two of it.
      if (!oneAddress.test(to)) throw new Error('not one address')
      const sent = await withTimeout(
        sendMs,
        transport.sendMail({
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          html,
          // No answer by machines, and no copy in a list of unanswered mail.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
      if (sent.accepted.length !== 1) throw new Error('not accepted')
    } catch (cause) {
      // Only the kind of failure: the server's words may quote the address.
      const { code, responseCode } = Object(cause)
      log.write('mail not sent', { code: String(code), answer: Number(responseCode) || undefined })
      throw new AppError(walletErrors.MAIL_NOT_SENT, { cause })
    }
  }
  return { send }
}
