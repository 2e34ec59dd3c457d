import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { VisitorLocation } from '../location/location.ts'
import { browserText, timeText } from './factTexts.ts'
import { layOutMail, type MailPart } from './layout.ts'
import { hostOf, type Letterhead } from './letterhead.ts'
import { locationText } from './locationText.ts'
import type { Mail } from './mailer.ts'
import { mailTexts } from './mailTexts.ts'

export type LoginMailFacts = {
  to: string
  locale: string
  letterhead: Letterhead
  /** The origin at which the login was asked for, as the browser attests it. */
  host: string
  browser: string
  location: VisitorLocation
  /** When the login began. */
  time: number
}

export const loginCodeMail = (login: LoginMailFacts, code: string, minutes: number): Mail => {
  const texts = mailTexts(login.locale)
  const { site: name, wallet } = login.letterhead
  const host = hostOf(login.host)
  const values = { code, name, minutes, host, wallet }
  return layOutMail(login, {
    subject: fillText(texts.codeSubject, values),
    title: texts.codeTitle,
    parts: [
      { kind: 'text', text: fillText(host === wallet ? texts.codeTextOwn : texts.codeText, values) },
      { kind: 'code', code },
      { kind: 'note', text: fillText(texts.codeExpiry, values) },
      factsOf(login),
      { kind: 'note', lead: texts.notYou, text: fillText(texts.codeNote, values) },
    ],
  })
}

export const deviceLinkMail = (login: LoginMailFacts, url: string, minutes: number): Mail => {
  const texts = mailTexts(login.locale)
  const values = { name: login.letterhead.site, minutes }
  return layOutMail(login, {
    subject: fillText(texts.deviceSubject, values),
    title: texts.deviceTitle,
    parts: [
      { kind: 'text', text: texts.deviceText },
      { kind: 'link', text: texts.deviceTitle, url },
      { kind: 'note', text: fillText(texts.deviceExpiry, values) },
      factsOf(login),
      { kind: 'note', lead: texts.notYou, text: texts.deviceNote },
    ],
  })
}

/**
 * Writes the mail about a login while new devices are blocked. The modal doesn't reveal the block, so only this mail
 * tells the owner.
 */
export const newDevicesBlockedMail = (login: LoginMailFacts): Mail => {
  const texts = mailTexts(login.locale)
  return layOutMail(login, {
    subject: fillText(texts.frozenSubject, { name: login.letterhead.site }),
    title: texts.frozenTitle,
    parts: [{ kind: 'text', text: texts.frozenText }, factsOf(login)],
  })
}

export const loginRefusedMail = (login: LoginMailFacts): Mail => {
  const texts = mailTexts(login.locale)
  return layOutMail(login, {
    subject: texts.refusedSubject,
    title: texts.refusedTitle,
    parts: [{ kind: 'text', text: texts.refusedText }, factsOf(login)],
  })
}

const factsOf = ({ locale, host, browser, location, time }: LoginMailFacts): MailPart => {
  const texts = mailTexts(locale)
  return {
    kind: 'facts',
    facts: [
      [texts.site, hostOf(host)],
      [texts.browser, browserText(browser, locale)],
      [texts.location, locationText(location, locale)],
      [texts.time, timeText(time, locale)],
    ],
  }
}
