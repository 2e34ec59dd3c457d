import { ownNetwork, type Place } from '../location/location.ts'
import { fill, mailLanguage, mailMessages } from './messages.ts'

/** In the language of the mail, and with no more certainty than there is. */
export const placeInWords = (place: Place, locale: string): string => {
  const words = mailMessages(locale)
  if (place === ownNetwork) return words.ownNetwork
  const country = place && countryNames(mailLanguage(locale)).of(place)
  return country ? fill(words.aboutCountry, { country }) : words.unknownPlace
}

const countryNames = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
