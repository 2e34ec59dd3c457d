import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { createTransport } from 'nodemailer'
import type { Log } from '../../http/log.ts'
import { withTimeout } from '../../http/withTimeout.ts'

/** A mail to one recipient, whose address is validated. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Throws MAIL_NOT_SENT if the mail server does not accept the mail in time. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** These time limits are short, because a visitor waits until the mail is sent. */
const connectMs = 5_000
const silenceMs = 8_000
const sendMs = 12_000
const oneAddress = /^[^\s\p{Cc},;:<>()"[\]\\@]+@[^\s\p{Cc},;:<>()"[\]\\@]+$/u

type MailSettings = { url: string; from: string; fromName: string }

export const createMailer = ({ url, from, fromName }: MailSettings, log: Log): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // Visitor input must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  const send = async ({ to, subject, text, html }: Mail): Promise<void> => {
    try {
      // nodemailer parses the recipient as a list, so a comma would add a second recipient.
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
          // RFC 3834: this header stops automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
      if (sent.accepted.length !== 1) throw new Error('not accepted')
    } catch (cause) {
      // Log only the error codes: the mail server's error text may quote the address.
      const { code, responseCode } = Object(cause)
      log.write('mail was not sent', { code: String(code), answer: Number(responseCode) || undefined })
      throw new AppError(walletErrors.MAIL_NOT_SENT, { cause })
    }
  }
  return { send }
}
