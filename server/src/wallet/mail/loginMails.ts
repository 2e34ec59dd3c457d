import type { Place } from '../location/location.ts'
import { layOut, type MailPart } from './layout.ts'
import { placeInWords } from './locationText.ts'
import type { Mail } from './mailer.ts'
import { fill, mailMessages } from './messages.ts'

export type LoginMail = {
  to: string
  locale: string
  /** The project's name, from the configuration. */
  site: string
  /** The site that asks, as the browser knows it. */
  host: string
  browser: string
  place: Place
}

export const codeMail = (login: LoginMail, code: string, minutes: number): Mail => {
  const words = mailMessages(login.locale)
  const values = { name: login.site, minutes }
  return layOut(
    login.to,
    {
      subject: fill(words.codeSubject, values),
      title: fill(words.codeTitle, values),
      parts: [
        { kind: 'code', code },
        { kind: 'text', text: fill(words.codeExpiry, values) },
        factsOf(login),
        { kind: 'note', text: words.codeNote },
      ],
    },
    login.locale,
  )
}

export const deviceMail = (login: LoginMail, url: string, minutes: number): Mail => {
  const words = mailMessages(login.locale)
  const values = { name: login.site, minutes }
  return layOut(
    login.to,
    {
      subject: fill(words.deviceSubject, values),
      title: words.deviceTitle,
      parts: [
        { kind: 'text', text: words.deviceText },
        factsOf(login),
        { kind: 'link', text: words.deviceButton, url },
        { kind: 'text', text: fill(words.deviceExpiry, values) },
        { kind: 'note', text: words.deviceNote },
      ],
    },
    login.locale,
  )
}

/** To somebody who asks for a login while no new browser is let in: the page that asked says nothing of it. */
export const frozenMail = (login: LoginMail): Mail => {
  const words = mailMessages(login.locale)
  return layOut(
    login.to,
    {
      subject: fill(words.frozenSubject, { name: login.site }),
      title: words.frozenTitle,
      parts: [{ kind: 'text', text: words.frozenText }, factsOf(login)],
    },
    login.locale,
  )
}

export const refusedMail = (login: LoginMail): Mail => {
  const words = mailMessages(login.locale)
  return layOut(
    login.to,
    {
      subject: words.refusedSubject,
      title: words.refusedTitle,
      parts: [{ kind: 'text', text: words.refusedText }, factsOf(login)],
    },
    login.locale,
  )
}

const factsOf = ({ locale, site, host, browser, place }: LoginMail): MailPart => {
  const words = mailMessages(locale)
  return {
    kind: 'facts',
    facts: [
      [words.site, `${site} (${host})`],
      [words.browser, browser],
      [words.place, placeInWords(place, locale)],
    ],
  }
}
