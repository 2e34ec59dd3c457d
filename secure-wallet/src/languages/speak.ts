import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { setLanguage } from '../ui/words.ts'
import type { Language } from './language.ts'

/** A row a language besides English; its file loads when a visitor needs it. The modal has the same ones. */
const languages = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
} as const satisfies { readonly [locale: string]: () => Promise<Language> }

let newest = 0
let spoken = 'en'

/**
 * The document is in the language that its words are written in: English, where nobody translated them. True where they
 * are others now, also than a call meant that this one overtook.
 */
export const speak = async (root: HTMLElement, locale: string): Promise<boolean> => {
  newest += 1
  const own = newest
  const wanted = locale.split('-')[0]?.toLowerCase() ?? 'en'
  const load = Object.hasOwn(languages, wanted) ? languages[wanted as keyof typeof languages] : null
  const language = (await load?.().catch(() => null)) ?? null
  if (own !== newest) return false
  const before = spoken
  spoken = language ? wanted : 'en'
  setLanguage(language, spoken)
  root.lang = spoken
  root.dir = directionOf(spoken)
  return spoken !== before
}
