/** The languages that the product ships, by their primary subtag. */
const languages = ['en', 'ar', 'de'] as const
export type LanguageName = (typeof languages)[number]

/** The shipped language of a locale, for example `de` for `de-CH`. English if no language fits. */
export const languageOf = (locale: string): LanguageName => {
  const [subtag] = locale.toLowerCase().split('-')
  return languages.find((name) => name === subtag) ?? 'en'
}
