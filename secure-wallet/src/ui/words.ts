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
