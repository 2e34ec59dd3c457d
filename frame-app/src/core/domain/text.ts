/** Units of an age, the largest first. An age below a minute is in seconds. */
const units = [
  { name: 'yr', ms: 31_536_000_000 },
  { name: 'mo', ms: 2_592_000_000 },
  { name: 'd', ms: 86_400_000 },
  { name: 'hrs', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const

export type Age = { unit: (typeof units)[number]['name'] | 'sec'; count: number }

/** Writes an age in the largest unit that is not longer than the age. */
export const toAge = (ms: number): Age => {
  const unit = units.find((candidate) => ms >= candidate.ms)
  return unit
    ? { unit: unit.name, count: Math.floor(ms / unit.ms) }
    : { unit: 'sec', count: Math.max(0, Math.floor(ms / 1_000)) }
}

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

/** Localizes a decimal number from its text, because a JavaScript number would lose precision. */
export const localizeDecimal = (text: string, locale: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^([<-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole))
  if (fraction === '') return sign + grouped
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(0.1)
  const digits = new Intl.NumberFormat(locale, { useGrouping: false })
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return sign + grouped + point + [...fraction].map((digit) => digits.format(Number(digit))).join('')
}

/** Rounds a count down to tens, such as `480+`. */
export const roundCount = (count: number): string => (count < 10 ? `${count}` : `${Math.floor(count / 10) * 10}+`)
