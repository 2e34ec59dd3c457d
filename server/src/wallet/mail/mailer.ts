import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { createTransport } from 'nodemailer'
import type { Log } from '../../http/log.ts'
import { withTimeout } from '../../http/withTimeout.ts'
import { showLogo } from './logo.ts'

/** A mail to one recipient, whose address is validated. `logo` is the URL of the logo that its HTML shows. */
export type Mail = { to: string; fromName?: string; subject: string; text: string; html: string; logo?: string }

/** Throws MAIL_NOT_SENT if the mail server does not accept the mail in time. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** These time limits are short, because a visitor waits until the mail is sent. */
const connectMs = 5_000
const silenceMs = 8_000
const sendMs = 12_000
/** A logo that takes longer is in a later mail; this one shows a letter. */
const logoMs = 500
const logoId = 'logo'
const oneAddress = /^[^\s\p{Cc},;:<>()"[\]\\@]+@[^\s\p{Cc},;:<>()"[\]\\@]+$/u

/** `fromName` is the sender's name of mails that name none. */
type MailSettings = { url: string; from: string; fromName: string }

/** Reads a logo as PNG. Undefined if it isn't available now. */
type ReadLogo = (url: string) => Promise<Buffer | undefined>

export const createMailer = ({ url, from, ...settings }: MailSettings, log: Log, readLogo?: ReadLogo): Mailer => {
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

  const send = async ({ to, fromName = settings.fromName, subject, text, html, logo }: Mail): Promise<void> => {
    try {
      // nodemailer parses the recipient as a list, so a comma would add a second recipient.
      if (!oneAddress.test(to)) throw new Error('not one address')
      const picture = logo === undefined || !readLogo ? undefined : await inTime(readLogo(logo))
      const sent = await withTimeout(
        sendMs,
        transport.sendMail({
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          html: picture ? showLogo(html, logoId) : html,
          ...(picture && { attachments: [inlinePicture(picture)] }),
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

const inTime = async (reading: Promise<Buffer | undefined>): Promise<Buffer | undefined> => {
  try {
    return await withTimeout(logoMs, reading)
  } catch {
    return undefined
  }
}

/** The logo as a part of the mail, so that reading the mail fetches nothing. */
const inlinePicture = (content: Buffer) => ({
  content,
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  cid: logoId,
})
