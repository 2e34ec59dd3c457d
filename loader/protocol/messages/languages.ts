/** The languages that the product ships, by their primary subtag. */
export const languageCodes = ['en', 'ar', 'de'] as const
export type LanguageCode = (typeof languageCodes)[number]

/** The shipped language of a locale, for example `de` for `de-CH`. English if no language fits. */
export const shippedLanguageOf = (locale: string): LanguageCode => {
  const [subtag] = locale.toLowerCase().split('-')
  return languageCodes.find((name) => name === subtag) ?? 'en'
}
