import { AppError } from 'loader/protocol/errors.ts'
import type { Database } from '../database/open.ts'
import { type Notice, noticeMail } from '../mail/noticeMails.ts'
import type { WalletParts } from '../walletRoute.ts'
import { readAddress } from './facts.ts'
import type { Session } from './sessions.ts'

type Parts = Pick<WalletParts, 'secrets' | 'mail' | 'settings' | 'log'>

/** Mails to whoever owns the account of a session, about what that session did. */
export const createNotices = ({ secrets, mail, settings, log }: Parts) => {
  /** MAIL_NOT_SENT where it can't be told, for what nobody may do unheard. */
  const mustTell = async (database: Database, session: Session, notice: Notice): Promise<void> => {
    const { userId, projectId, host, browser, locale } = session
    const to = await readAddress(secrets, database, userId)
    const url = `${settings.secureOrigin}/vault/${projectId}`
    await mail.send(noticeMail({ to, locale, host, browser, url }, notice))
  }
  /** What is done is done, whether or not the mail goes out. */
  const tell = async (database: Database, session: Session, notice: Notice): Promise<void> => {
    try {
      await mustTell(database, session, notice)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      log.write('no notice', { kind: notice.kind })
    }
  }
  return { mustTell, tell }
}

export type Notices = ReturnType<typeof createNotices>
