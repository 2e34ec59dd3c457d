import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { ownNetworkLocation, type VisitorLocation } from '../location/location.ts'
import { browserText, timeText } from './factTexts.ts'
import { layOutMail, type MailPart } from './layout.ts'
import { hostOf, type Letterhead } from './letterhead.ts'
import type { Mail } from './mailer.ts'
import { mailLanguageOf } from './mailLanguage.ts'
import { mailTexts } from './mailTexts.ts'

export type LoginMailFacts = {
  to: string
  locale: string
  letterhead: Letterhead
  /**
   * The origin at which the login was asked for, as the browser attests it. Null if no document of that origin stands
   * behind the request: see `siteTokens.ts`.
   */
  host: string | null
  browser: string
  location: VisitorLocation
  /** When the login began. */
  time: number
}

export const loginCodeMail = (login: LoginMailFacts, code: string, minutes: number): Mail => {
  const texts = mailTexts(login.locale)
  const { site: name, wallet } = login.letterhead
  const host = hostOf(login.host ?? '')
  const values = { code, name, minutes, host, wallet }
  return layOutMail(login, {
    subject: fillText(texts.codeSubject, values),
    title: texts.codeTitle,
    parts: [
      { kind: 'text', text: fillText(host === '' || host === wallet ? texts.codeTextOwn : texts.codeText, values) },
      { kind: 'code', code },
      { kind: 'note', text: fillText(texts.codeExpiry, values) },
      factsOf(login),
      { kind: 'note', lead: texts.notYou, text: fillText(texts.codeNote, values) },
    ],
  })
}

const factsOf = ({ locale, host, browser, location, time }: LoginMailFacts): MailPart => {
  const texts = mailTexts(locale)
  return {
    kind: 'facts',
    facts: [
      ...(host === null ? [] : [[texts.site, hostOf(host)] as [string, string]]),
      [texts.browser, browserText(browser, locale)],
      [texts.location, locationText(location, locale)],
      [texts.time, timeText(time, locale)],
    ],
  }
}

/** Names a location in the language of the mail, and marks a country as approximate. */
const locationText = (location: VisitorLocation, locale: string): string => {
  const texts = mailTexts(locale)
  if (location === ownNetworkLocation) return texts.ownNetwork
  const country = location && countryNames(mailLanguageOf(locale)).of(location)
  return country ? fillText(texts.approximateCountry, { country }) : texts.unknownLocation
}

const countryNames = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
