import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { ownNetworkLocation, type VisitorLocation } from '../location/location.ts'
import { mailLanguageOf } from './mailLanguage.ts'
import { mailTexts } from './mailTexts.ts'

/** Names a location in the language of the mail, and marks a country as approximate. */
export const locationText = (location: VisitorLocation, locale: string): string => {
  const texts = mailTexts(locale)
  if (location === ownNetworkLocation) return texts.ownNetwork
  const country = location && countryNames(mailLanguageOf(locale)).of(location)
  return country ? fillText(texts.approximateCountry, { country }) : texts.unknownLocation
}

const countryNames = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
