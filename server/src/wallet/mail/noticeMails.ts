import type { UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { browserText, timeText } from './factTexts.ts'
import { layOutMail, type MailPart } from './layout.ts'
import { hostOf, type Letterhead } from './letterhead.ts'
import type { Mail } from './mailer.ts'
import { mailTexts } from './mailTexts.ts'

/**
 * The unlock methods whose changes the server mails to the owner. A `device` share set causes no mail, because every
 * login may add one.
 */
type NoticedMethod = Exclude<UnlockMethod, 'device'>

/** A security event about which the server mails the wallet's owner. */
export type SecurityNotice =
  | { kind: 'unlockMethodAdded' | 'unlockMethodRemoved'; method: NoticedMethod }
  | { kind: 'exportRequested' | 'deletionRequested'; at: number }
  | { kind: 'exported' | 'keyRenewed' | 'deleted' }

type Facts = {
  to: string
  locale: string
  letterhead: Letterhead
  /** The site and browser that caused the event. */
  host: string
  browser: string
  /** The URL of the wallet window, in which the owner can react to the change. */
  url: string
}

export const securityNoticeMail = (facts: Facts, notice: SecurityNotice): Mail => {
  const { locale, host, browser, url } = facts
  const texts = mailTexts(locale)
  const { subject, text } = texts.notices[notice.kind]
  const values = {
    method: 'method' in notice ? texts.unlockMethods[notice.method] : '',
    time: 'at' in notice ? timeText(notice.at, locale) : '',
  }
  const parts: MailPart[] = [
    { kind: 'text', text: fillText(text, values) },
    {
      kind: 'facts',
      facts: [
        [texts.site, hostOf(host)],
        [texts.browser, browserText(browser, locale)],
      ],
    },
    // After the deletion of the account, the owner has no wallet window to open.
    ...(notice.kind === 'deleted'
      ? []
      : [
          { kind: 'note' as const, lead: texts.notYou, text: texts.noticeNote },
          { kind: 'link' as const, text: texts.noticeLink, url },
        ]),
  ]
  return layOutMail(facts, { subject: fillText(subject, values), title: fillText(subject, values), parts })
}
