import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Database } from '../../database/open.ts'
import { readUserAddress } from '../account/identityAddress.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import type { Session } from '../sessions/sessions.ts'
import { letterheadOf } from './letterhead.ts'
import type { Mail } from './mailer.ts'
import { type SecurityNotice, securityNoticeMail } from './noticeMails.ts'

type Parts = Pick<WalletParts, 'secrets' | 'mail' | 'settings' | 'projects' | 'log'>
/** The session that caused the notice. */
type Cause = Pick<Session, 'userId' | 'projectId' | 'host' | 'browser' | 'locale'>

/** Mails security notices to the owner of an account. */
export const createSecurityNotices = ({ secrets, mail, settings, projects, log }: Parts) => {
  const write = async (database: Database, cause: Cause, notice: SecurityNotice): Promise<Mail> => {
    const { userId, projectId, host, browser, locale } = cause
    const to = await readUserAddress(secrets, database, userId)
    const url = `${settings.secureOrigin}/vault/${projectId}`
    const letterhead = letterheadOf(projects, projectId, host, settings.secureOrigin)
    return securityNoticeMail({ to, locale, letterhead, host, browser, url }, notice)
  }
  const sendQuietly = async (written: Mail, { kind }: SecurityNotice): Promise<void> => {
    try {
      await mail.send(written)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      log.write('notice was not sent', { kind })
    }
  }
  return {
    /** Mails the notice of a change that must not happen unless the mail is sent. Throws MAIL_NOT_SENT. */
    require: async (database: Database, cause: Cause, notice: SecurityNotice): Promise<void> =>
      mail.send(await write(database, cause, notice)),
    /** Mails the notice of a change that has already happened. Logs a failed mail. */
    send: async (database: Database, cause: Cause, notice: SecurityNotice): Promise<void> =>
      sendQuietly(await write(database, cause, notice), notice),
    /**
     * Prepares the notice of a deletion. The returned function sends the mail after the account and its address are
     * deleted. If the address can't be decrypted, the function does nothing, so that one broken row doesn't block the
     * deletion of other accounts.
     */
    prepare: async (database: Database, cause: Cause, notice: SecurityNotice): Promise<() => Promise<void>> => {
      try {
        const written = await write(database, cause, notice)
        return () => sendQuietly(written, notice)
      } catch {
        log.write('notice was not sent', { kind: notice.kind })
        return async () => undefined
      }
    },
  }
}

export type SecurityNotices = ReturnType<typeof createSecurityNotices>
