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

/** Asks the owner to confirm a recovery behind a link. Opening the link changes nothing yet. */
export const recoveryLinkMail = ({
  url,
  minutes,
  time,
  ...facts
}: Facts & { url: string; minutes: number; time: number }): Mail => {
  const texts = guardianTexts(facts.locale)
  return layOutMail(facts, {
    subject: texts.linkTitle,
    title: texts.linkTitle,
    parts: [
      { kind: 'text', text: texts.linkText },
      { kind: 'link', text: texts.linkTitle, url },
      { kind: 'note', text: fillText(texts.linkExpiry, { minutes }) },
      siteOf(facts, [texts.time, timeText(time, facts.locale)]),
      { kind: 'note', lead: texts.notYou, text: texts.linkNote },
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

/** Tells the owner that a recovery by mail will need no delay, because the wallet has no passkey and no backup. */
export const delayLoweredMail = ({ fullUntil, ...facts }: Omit<Facts, 'host'> & { fullUntil: number }): Mail => {
  const texts = guardianTexts(facts.locale)
  const time = timeText(fullUntil, facts.locale)
  return layOutMail(facts, {
    subject: texts.loweredTitle,
    title: texts.loweredTitle,
    parts: [
      { kind: 'text', text: fillText(texts.loweredText, { time }) },
      { kind: 'note', lead: texts.notYou, text: texts.loweredNote },
    ],
  })
}

const siteOf = ({ locale, host }: Facts, ...more: [name: string, value: string][]): MailPart => ({
  kind: 'facts',
  facts: [[guardianTexts(locale).site, hostOf(host)], ...more],
})
