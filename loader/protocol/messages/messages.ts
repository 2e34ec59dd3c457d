import { cleanText } from './cleanText.ts'

/** A text with a count as its placeholder `{n}`: one form for each plural category of the language. */
export type CountedText = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string
}

/** Texts by name. `{name}` is a placeholder for a value. */
export type Texts = { readonly [name: string]: string | CountedText | Texts }

/**
 * The texts of one part of the product. The English text stands beside the code that uses it, and each other language
 * has a translation.
 */
export type Messages<Id extends string = string, English extends Texts = Texts> = {
  readonly id: Id
  readonly en: English
}

export const defineMessages = <const Id extends string, English extends Texts>(
  id: Id,
  en: English,
): Messages<Id, English> => ({ id, en })

/** The texts of `English` in another language. A missing or a surplus text does not compile. */
export type Translation<English> = {
  readonly [Name in keyof English]: English[Name] extends string
    ? string
    : English[Name] extends CountedText
      ? CountedText
      : Translation<English[Name]>
}

/** One language of a package: a translation for each of its messages, by their ids. */
export type LanguageTexts<All extends Messages> = { readonly [Each in All as Each['id']]: Translation<Each['en']> }

export type TextValues = Readonly<Record<string, string | number>>

/** Fills the placeholders of a text. Values come from other parties, so they are cleaned. */
export const fillText = (text: string, values: TextValues): string =>
  text.replace(/\{(\w+)\}/g, (place, key: string) =>
    Object.hasOwn(values, key) ? cleanText(String(values[key])) : place,
  )

/** Fills a counted text in the plural form that the language uses for `n`. */
export const countText = (forms: CountedText, n: number, locale: string): string =>
  fillText(forms[new Intl.PluralRules(locale).select(n)] ?? forms.other, { n })
