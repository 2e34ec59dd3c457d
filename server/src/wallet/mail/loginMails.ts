import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { VisitorLocation } from '../location/location.ts'
import { layOutMail, type MailPart } from './layout.ts'
import { locationText } from './locationText.ts'
import type { Mail } from './mailer.ts'
import { mailTexts } from './mailTexts.ts'

export type LoginMailFacts = {
  to: string
  locale: string
  /** The project's name, from the configuration. */
  site: string
  /** The origin of the requesting site, as the browser attests it. */
  host: string
  browser: string
  location: VisitorLocation
}

export const loginCodeMail = (login: LoginMailFacts, code: string, minutes: number): Mail => {
  const texts = mailTexts(login.locale)
  const values = { name: login.site, minutes }
  return layOutMail(
    login.to,
    {
      subject: fillText(texts.codeSubject, values),
      title: fillText(texts.codeTitle, values),
      parts: [
        { kind: 'code', code },
        { kind: 'text', text: fillText(texts.codeExpiry, values) },
        factsOf(login),
        { kind: 'note', text: texts.codeNote },
      ],
    },
    login.locale,
  )
}

export const deviceLinkMail = (login: LoginMailFacts, url: string, minutes: number): Mail => {
  const texts = mailTexts(login.locale)
  const values = { name: login.site, minutes }
  return layOutMail(
    login.to,
    {
      subject: fillText(texts.deviceSubject, values),
      title: texts.deviceTitle,
      parts: [
        { kind: 'text', text: texts.deviceText },
        factsOf(login),
        { kind: 'link', text: texts.deviceButton, url },
        { kind: 'text', text: fillText(texts.deviceExpiry, values) },
        { kind: 'note', text: texts.deviceNote },
      ],
    },
    login.locale,
  )
}

/**
 * Writes the mail about a login while new devices are blocked. The modal doesn't reveal the block, so only this mail
 * tells the owner.
 */
export const newDevicesBlockedMail = (login: LoginMailFacts): Mail => {
  const texts = mailTexts(login.locale)
  return layOutMail(
    login.to,
    {
      subject: fillText(texts.frozenSubject, { name: login.site }),
      title: texts.frozenTitle,
      parts: [{ kind: 'text', text: texts.frozenText }, factsOf(login)],
    },
    login.locale,
  )
}

export const loginRefusedMail = (login: LoginMailFacts): Mail => {
  const texts = mailTexts(login.locale)
  return layOutMail(
    login.to,
    {
      subject: texts.refusedSubject,
      title: texts.refusedTitle,
      parts: [{ kind: 'text', text: texts.refusedText }, factsOf(login)],
    },
    login.locale,
  )
}

const factsOf = ({ locale, site, host, browser, location }: LoginMailFacts): MailPart => {
  const texts = mailTexts(locale)
  return {
    kind: 'facts',
    facts: [
      [texts.site, `${site} (${host})`],
      [texts.browser, browser],
      [texts.location, locationText(location, locale)],
    ],
  }
}
