import type { Language } from './language.ts'

/** A row a language besides English; its file loads when a visitor needs it. */
export const languages = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
} as const satisfies Record<string, () => Promise<Language>>
