import type { Theme } from '../protocol/frameApi.ts'

/** `auto` is the page's own scheme where it has said one, else the visitor's. */
export const resolveTheme = (theme: Theme): 'light' | 'dark' => {
  const scheme = theme === 'auto' ? getComputedStyle(document.documentElement).colorScheme : theme
  return scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme:dark)').matches)
    ? 'dark'
    : 'light'
}
