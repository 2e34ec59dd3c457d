import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { layOutMail } from '../wallet/mail/layout.ts'
import type { Mail } from '../wallet/mail/mailer.ts'
import { guardianTexts } from './messages.ts'

/**
 * `locale` is the language that the owner enrolled with, so a thief who starts a recovery can't choose the language of
 * the mails.
 */
type Facts = { to: string; locale: string; host: string }

export const recoveryCodeMail = ({
  to,
  locale,
  host,
  code,
  minutes,
  cancelUrl,
}: Facts & { code: string; minutes: number; cancelUrl: string }): Mail => {
  const texts = guardianTexts(locale)
  return layOutMail(
    to,
    {
      subject: texts.codeTitle,
      title: texts.codeTitle,
      parts: [
        { kind: 'code', code },
        { kind: 'text', text: fillText(texts.codeExpiry, { minutes }) },
        { kind: 'facts', facts: [[texts.site, host]] },
        { kind: 'note', text: texts.codeNote },
        { kind: 'link', text: texts.notMe, url: cancelUrl },
      ],
    },
    locale,
  )
}

export const recoveryBegunMail = ({
  to,
  locale,
  host,
  releaseAt,
  cancelUrl,
}: Facts & { releaseAt: number; cancelUrl: string }): Mail => {
  const texts = guardianTexts(locale)
  const time = `${new Date(releaseAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return layOutMail(
    to,
    {
      subject: fillText(texts.begunSubject, { time }),
      title: texts.begunTitle,
      parts: [
        { kind: 'text', text: fillText(texts.begunText, { time }) },
        { kind: 'facts', facts: [[texts.site, host]] },
        { kind: 'text', text: texts.begunNote },
        { kind: 'link', text: texts.stop, url: cancelUrl },
      ],
    },
    locale,
  )
}

export const shareReleasedMail = ({ to, locale, host }: Facts): Mail => {
  const texts = guardianTexts(locale)
  return layOutMail(
    to,
    {
      subject: texts.releasedTitle,
      title: texts.releasedTitle,
      parts: [
        { kind: 'text', text: texts.releasedText },
        { kind: 'facts', facts: [[texts.site, host]] },
        { kind: 'note', text: texts.releasedNote },
      ],
    },
    locale,
  )
}
