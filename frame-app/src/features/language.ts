import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'

/** A language whose texts are loaded. English needs no texts here, because the features' own code contains them. */
type LoadedLanguage = {
  locale: string
  texts: Readonly<Record<string, unknown>>
  errorText: (error: AppError) => string
}

/** English error texts come from the errors, which contain them as message. */
const english: LoadedLanguage = { locale: 'en', texts: {}, errorText: ({ message }) => message }

const languageSourceAtom = atom(english)

export const languageAtom = atom((get) => get(languageSourceAtom))

/** Sets the language of all texts. Null sets English. */
export const setLanguageAtom = atom(null, (_get, set, language: LoadedLanguage | null) =>
  set(languageSourceAtom, language ?? english),
)

/** The language of the texts on the screen. It is English if nobody translated the language that the page asked for. */
export const textLocaleAtom = atom((get) => get(languageAtom).locale)
