import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'

/** A language whose texts are loaded. English needs no texts here, because the features' own code contains them. */
export type LoadedLanguage = {
  locale: string
  texts: Readonly<Record<string, unknown>>
  errorText: (error: AppError) => string
  /** Whether the texts are those of all views, and not only of the first one. */
  isWhole: boolean
}

/** English error texts come from the errors, which contain them as message. */
export const english: LoadedLanguage = { locale: 'en', texts: {}, errorText: ({ message }) => message, isWhole: true }

const languageSourceAtom = atom(english)

export const languageAtom = atom((get) => get(languageSourceAtom))

/** Sets the language of all texts. */
export const setLanguageAtom = atom(null, (_get, set, language: LoadedLanguage) => set(languageSourceAtom, language))

/** The language of the texts on the screen. It is English if nobody translated the language that the page asked for. */
export const textLocaleAtom = atom((get) => get(languageAtom).locale)
