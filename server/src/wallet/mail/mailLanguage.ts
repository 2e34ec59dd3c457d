import type { Messages, Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'

const mailLanguages = ['en', 'de', 'ar'] as const
type MailLanguage = (typeof mailLanguages)[number]

/** The language of a mail to a visitor with this locale. English if no translation exists. */
export const mailLanguageOf = (locale: string): MailLanguage => {
  const [language] = locale.split('-')
  return mailLanguages.find((known) => known === language) ?? 'en'
}

type Translations<English> = { readonly [Code in Exclude<MailLanguage, 'en'>]: Translation<English> }

/**
 * Returns a function that selects mail texts by locale. If `translations` lacks a language or a text, `tsc` fails and
 * names it.
 */
export const selectMailTexts =
  <All extends Messages>({ en }: All, translations: Translations<All['en']>) =>
  (locale: string): Translation<All['en']> => {
    const language = mailLanguageOf(locale)
    return language === 'en' ? (en as Translation<All['en']>) : translations[language]
  }
