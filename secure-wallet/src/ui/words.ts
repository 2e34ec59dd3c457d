import { AppError, fillText } from 'loader/protocol/errors.ts'
import type { Language } from '../languages/language.ts'

let current: Language | null = null

/** Whoever asks from now on hears this one; null is English, which stands in each feature. */
export const setLanguage = (language: Language | null): void => {
  current = language
}

/** The same words in the visitor's language, looked up when they are needed and not when they are imported. */
export const words = <Feature extends keyof Language>(
  feature: Feature,
  english: Language[Feature],
): Language[Feature] =>
  new Proxy(english, { get: (own, name) => Reflect.get((current?.[feature] ?? own) as object, name) })

/** What went wrong, in the visitor's language where it has words for it. */
export const explain = (thrown: unknown): string => {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL_ERROR')
  const texts: { readonly [code: string]: string } = current?.errors ?? {}
  const text = Object.hasOwn(texts, error.code) ? texts[error.code] : undefined
  return text === undefined ? error.message : fillText(text, error.values)
}
