/** The languages that the product ships, by their primary subtag. */
export const languageNames = ['en', 'ar', 'de'] as const
export type LanguageName = (typeof languageNames)[number]

/** The shipped language of a locale, for example `de` for `de-CH`. English if no language fits. */
export const languageOf = (locale: string): LanguageName => {
  const [subtag] = locale.toLowerCase().split('-')
  return languageNames.find((name) => name === subtag) ?? 'en'
}
