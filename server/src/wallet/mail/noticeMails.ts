import { layOut, type MailPart } from './layout.ts'
import type { Mail } from './mailer.ts'
import { fill, mailMessages, type NoticedWay } from './messages.ts'

/** What the owner of a wallet hears of, whoever did it. */
export type Notice =
  | { kind: 'wayAdded' | 'wayRemoved'; way: NoticedWay }
  | { kind: 'exportAsked' | 'deletionAsked'; at: number }
  | { kind: 'exported' | 'keyRenewed' | 'deleted' }

type Facts = {
  to: string
  locale: string
  /** Where it was done. */
  host: string
  browser: string
  /** Of the wallet's own window, where it can be undone. */
  url: string
}

export const noticeMail = ({ to, locale, host, browser, url }: Facts, notice: Notice): Mail => {
  const words = mailMessages(locale)
  const { subject, text } = words.notices[notice.kind]
  const values = {
    way: 'way' in notice ? words.ways[notice.way] : '',
    time: 'at' in notice ? `${new Date(notice.at).toISOString().slice(0, 16).replace('T', ' ')} UTC` : '',
  }
  const parts: MailPart[] = [
    { kind: 'text', text: fill(text, values) },
    {
      kind: 'facts',
      facts: [
        [words.site, host],
        [words.browser, browser],
      ],
    },
    // Of an account that is gone there is nothing to open.
    ...(notice.kind === 'deleted'
      ? []
      : [
          { kind: 'note' as const, text: words.noticeNote },
          { kind: 'link' as const, text: words.noticeLink, url },
        ]),
  ]
  return layOut(to, { subject: fill(subject, values), title: fill(subject, values), parts }, locale)
}
