const baseOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''

/**
 * Returns the site's language if the visitor's browser accepts that language (`navigator.languages`), else the
 * browser's first language. A site must not make its visitors read warnings in a language that they don't know.
 */
export const readableLocale = (locale: string, languages: readonly string[]): string =>
  languages.some((known) => baseOf(known) === baseOf(locale)) ? locale : (languages[0] ?? 'en')
