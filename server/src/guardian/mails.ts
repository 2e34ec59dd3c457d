import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { timeText } from '../wallet/mail/factTexts.ts'
import { layOutMail, type MailPart } from '../wallet/mail/layout.ts'
import { hostOf } from '../wallet/mail/letterhead.ts'
import type { Mail } from '../wallet/mail/mailer.ts'
import { guardianTexts } from './messages.ts'

/**
 * `locale` is the language that the owner enrolled with, so a thief who starts a recovery can't choose the language of
 * the mails.
 */
type Facts = { to: string; locale: string; host: string }

export const recoveryCodeMail = ({
  code,
  minutes,
  cancelUrl,
  ...facts
}: Facts & { code: string; minutes: number; cancelUrl: string }): Mail => {
  const texts = guardianTexts(facts.locale)
  return layOutMail(facts, {
    // Mail servers log subjects and phones show them on their lock screen. This code opens a wallet, so it stays inside.
    subject: texts.codeSubject,
    title: texts.codeTitle,
    parts: [
      { kind: 'text', text: texts.codeText },
      { kind: 'code', code },
      { kind: 'note', text: fillText(texts.codeExpiry, { minutes }) },
      siteOf(facts),
      { kind: 'note', text: texts.codeNote },
      { kind: 'alarm', text: texts.notMe, url: cancelUrl },
    ],
  })
}

export const recoveryBegunMail = ({
  releaseAt,
  cancelUrl,
  ...facts
}: Facts & { releaseAt: number; cancelUrl: string }): Mail => {
  const texts = guardianTexts(facts.locale)
  const time = timeText(releaseAt, facts.locale)
  return layOutMail(facts, {
    subject: fillText(texts.begunSubject, { time }),
    title: texts.begunTitle,
    parts: [
      { kind: 'text', text: fillText(texts.begunText, { time }) },
      { kind: 'text', text: texts.begunNote },
      { kind: 'alarm', text: texts.stop, url: cancelUrl },
      siteOf(facts),
      { kind: 'note', text: texts.mailboxNote },
    ],
  })
}

export const shareReleasedMail = (facts: Facts): Mail => {
  const texts = guardianTexts(facts.locale)
  return layOutMail(facts, {
    subject: texts.releasedTitle,
    title: texts.releasedTitle,
    parts: [
      { kind: 'text', text: texts.releasedText },
      siteOf(facts),
      { kind: 'note', lead: texts.notYou, text: texts.releasedNote },
    ],
  })
}

const siteOf = ({ locale, host }: Facts): MailPart => ({
  kind: 'facts',
  facts: [[guardianTexts(locale).site, hostOf(host)]],
})
