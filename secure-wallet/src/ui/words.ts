import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { countedErrors } from '../languages/countedErrors.ts'
import type { Language } from '../languages/language.ts'

/** A text with a count in its place `{n}`: a form for each kind of count that the language tells apart. */
export type Counted = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string }

let current: Language | null = null
let plurals = new Intl.PluralRules('en')

/** Whoever asks from now on hears this one; null is English, which stands in each feature. */
export const setLanguage = (language: Language | null, locale = 'en'): void => {
  current = language
  plurals = new Intl.PluralRules(locale)
}

/** The same words in the visitor's language, looked up when they are needed and not when they are imported. */
export const words = <Feature extends keyof Language>(
  feature: Feature,
  english: Language[Feature],
): Language[Feature] =>
  new Proxy(english, { get: (own, name) => Reflect.get((current?.[feature] ?? own) as object, name) })

/** In the form that goes with `n`. */
export const countText = (forms: Counted, n: number): string => fillText(forms[plurals.select(n)] ?? forms.other, { n })

/** What went wrong, in the visitor's language where it has words for it. */
export const explain = (thrown: unknown): string => {
  const error = thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  const texts: { readonly [code: string]: string | Counted } = current?.errors ?? countedErrors
  const text = Object.hasOwn(texts, error.code) ? texts[error.code] : undefined
  if (text === undefined) return error.message
  return typeof text === 'string' ? fillText(text, error.values) : countText(text, Number(error.values.n))
}

/** The same failure in these words, for whoever hears nothing but its text: the modal doesn't know what was counted. */
export const inWords = (thrown: unknown): AppError => {
  const { code, number, surface, values } =
    thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  return new AppError({ code, number, surface, short: explain(thrown) }, { values, cause: thrown })
}
