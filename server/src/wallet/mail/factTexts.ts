import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { mailLanguageOf } from './mailLanguage.ts'
import { mailTexts } from './mailTexts.ts'

/** Names a browser in the language of the mail. `browserNameOf` gives the English name, which the database stores. */
export const browserText = (browser: string, locale: string): string => {
  const texts = mailTexts(locale)
  const [, name = '', system = ''] = /^(.+) on (.+)$/.exec(browser) ?? []
  if (name === 'A browser') return fillText(texts.someBrowserOn, { system })
  if (name) return fillText(texts.browserOn, { name, system })
  return browser === 'An unknown browser' ? texts.unknownBrowser : browser
}

/** Writes a time in the language of the mail. The server doesn't know the visitor's time zone, so it names its own. */
export const timeText = (time: number, locale: string): string =>
  `${new Intl.DateTimeFormat(mailLanguageOf(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`
