import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'

/** English stands where it is used, so it needs no texts here. */
type LoadedLanguage = {
  locale: string
  texts: Readonly<Record<string, unknown>>
  errorText: (error: AppError) => string
}

/** Errors carry their English text. */
const english: LoadedLanguage = { locale: 'en', texts: {}, errorText: ({ message }) => message }

const languageSourceAtom = atom(english)

export const languageAtom = atom((get) => get(languageSourceAtom))

/** Null sets English. */
export const setLanguageAtom = atom(null, (_get, set, language: LoadedLanguage | null) =>
  set(languageSourceAtom, language ?? english),
)

/** The language of the texts on the screen. It is English if nobody translated the language that the page asked for. */
export const textLocaleAtom = atom((get) => get(languageAtom).locale)
