const baseOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''

/**
 * The site's language where the visitor's browser asks for it too (`navigator.languages`), else the browser's own. A site
 * can't have its visitors warned in words that they don't read.
 */
export const readableLocale = (locale: string, languages: readonly string[]): string =>
  languages.some((known) => baseOf(known) === baseOf(locale)) ? locale : (languages[0] ?? 'en')
