import {
  type CountedText,
  countText,
  type Messages,
  type Texts,
  type Translation,
} from '@appkit-frame/loader/protocol/messages/messages.ts'

/** Translated texts by the id of their messages. */
type Translations = { readonly [id: string]: Texts }

let current: Translations | null = null
let currentLocale = 'en'

/** Sets the language of every text that is read from now on; null is English. */
export const setLanguage = (translations: Translations | null, locale = 'en'): void => {
  current = translations
  currentLocale = locale
}

/** Adds texts that load later, unless the language has changed meanwhile. */
export const addTexts = (texts: Translations, locale: string): void => {
  if (current && locale === currentLocale) current = { ...current, ...texts }
}

/**
 * Returns messages in the current language. It looks up a text at each access, because modules load before the language
 * is known.
 */
export const translate = <Id extends string, English extends Texts>({
  id,
  en,
}: Messages<Id, English>): Translation<English> =>
  new Proxy(en, {
    get: (english, name) => Reflect.get(current?.[id] ?? english, name),
  }) as Texts as Translation<English>

export const pluralText = (forms: CountedText, n: number): string => countText(forms, n, currentLocale)
