import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { layOut } from '../wallet/mail/layout.ts'
import type { Mail } from '../wallet/mail/mailer.ts'
import { guardianMessages } from './messages.ts'

/** In the owner's language: a thief who recovers the wallet could choose another one. */
type Facts = { to: string; locale: string; host: string }

export const codeMail = ({
  to,
  locale,
  host,
  code,
  minutes,
  cancelUrl,
}: Facts & { code: string; minutes: number; cancelUrl: string }): Mail => {
  const words = guardianMessages(locale)
  return layOut(
    to,
    {
      subject: words.codeTitle,
      title: words.codeTitle,
      parts: [
        { kind: 'code', code },
        { kind: 'text', text: fillText(words.codeExpiry, { minutes }) },
        { kind: 'facts', facts: [[words.site, host]] },
        { kind: 'note', text: words.codeNote },
        { kind: 'link', text: words.notMe, url: cancelUrl },
      ],
    },
    locale,
  )
}

export const begunMail = ({
  to,
  locale,
  host,
  releaseAt,
  cancelUrl,
}: Facts & { releaseAt: number; cancelUrl: string }): Mail => {
  const words = guardianMessages(locale)
  const time = `${new Date(releaseAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return layOut(
    to,
    {
      subject: fillText(words.begunSubject, { time }),
      title: words.begunTitle,
      parts: [
        { kind: 'text', text: fillText(words.begunText, { time }) },
        { kind: 'facts', facts: [[words.site, host]] },
        { kind: 'text', text: words.begunNote },
        { kind: 'link', text: words.stop, url: cancelUrl },
      ],
    },
    locale,
  )
}

export const releasedMail = ({ to, locale, host }: Facts): Mail => {
  const words = guardianMessages(locale)
  return layOut(
    to,
    {
      subject: words.releasedTitle,
      title: words.releasedTitle,
      parts: [
        { kind: 'text', text: words.releasedText },
        { kind: 'facts', facts: [[words.site, host]] },
        { kind: 'note', text: words.releasedNote },
      ],
    },
    locale,
  )
}
