/**
 * Whether `Intl` accepts the locale. `Intl` throws on an invalid one, and a view that formats a number would then fail.
 */
export const isLocale = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Rounds a count down to tens, such as `480+`. */
export const roundCount = (count: number): string => (count < 10 ? `${count}` : `${Math.floor(count / 10) * 10}+`)
