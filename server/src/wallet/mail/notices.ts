import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Database } from '../../database/open.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { readAddress } from '../sessions/sessionFacts.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Mail } from './mailer.ts'
import { type Notice, noticeMail } from './noticeMails.ts'

type Parts = Pick<WalletParts, 'secrets' | 'mail' | 'settings' | 'log'>
/** Who did it, and where. */
type Doer = Pick<Session, 'userId' | 'projectId' | 'host' | 'browser' | 'locale'>

/** Mails to whoever owns an account, about what was done with it. */
export const createNotices = ({ secrets, mail, settings, log }: Parts) => {
  const write = async (database: Database, doer: Doer, notice: Notice): Promise<Mail> => {
    const { userId, projectId, host, browser, locale } = doer
    const to = await readAddress(secrets, database, userId)
    const url = `${settings.secureOrigin}/vault/${projectId}`
    return noticeMail({ to, locale, host, browser, url }, notice)
  }
  const sendQuietly = async (written: Mail, { kind }: Notice): Promise<void> => {
    try {
      await mail.send(written)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      log.write('no notice', { kind })
    }
  }
  return {
    /** MAIL_NOT_SENT where it can't be told, for what nobody may do unheard. */
    mustTell: async (database: Database, doer: Doer, notice: Notice): Promise<void> =>
      mail.send(await write(database, doer, notice)),
    /** What is done is done, whether or not the mail goes out. */
    tell: async (database: Database, doer: Doer, notice: Notice): Promise<void> =>
      sendQuietly(await write(database, doer, notice), notice),
    /**
     * Written now and sent when the returned function is called: of an account that will be gone by then. Where it can't be
     * written, as of an address that doesn't open, there is none: one such account must not stand before all others.
     */
    prepare: async (database: Database, doer: Doer, notice: Notice): Promise<() => Promise<void>> => {
      try {
        const written = await write(database, doer, notice)
        return () => sendQuietly(written, notice)
      } catch {
        log.write('no notice', { kind: notice.kind })
        return async () => undefined
      }
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
