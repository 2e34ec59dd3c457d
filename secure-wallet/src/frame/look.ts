import type { SecureTheme } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { readableLocale } from '../languages/readableLocale.ts'
import { applyTheme } from '../ui/theme.ts'

/** Applies the theme and the language of the modal to this document. */
export const createLook = (root: HTMLElement, redraw: () => void) => {
  let languageReady: Promise<unknown> = Promise.resolve()
  const apply = async (given: SecureTheme): Promise<void> => {
    const theme = { ...given, locale: readableLocale(given.locale, navigator.languages) }
    applyTheme(root, theme)
    if (await loadLanguage(root, theme.locale)) redraw()
  }
  return {
    // The modal waits for the answer of `look` before it asks for the first panel, so that panel is already in the
    // visitor's language.
    look: (theme: SecureTheme): Promise<void> => {
      const applied = apply(theme)
      languageReady = applied.catch(() => undefined)
      return applied
    },
    /** Delays calls of `run` while a new language loads, because the panel of `run` may keep the language it starts in. */
    afterLanguageLoads:
      <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
      async (...args: Args): Promise<Awaited<Result>> => {
        await languageReady
        return await run(...args)
      },
  }
}
