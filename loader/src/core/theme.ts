import type { Theme } from '../../protocol/api/frameApi.ts'

/** `auto` is the page's own scheme where it has said one, else the visitor's. */
export const resolveTheme = (theme: Theme): string =>
  [theme, getComputedStyle(document.documentElement).colorScheme].find((scheme) => /^(dark|light)$/.test(scheme)) ??
  (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light')
