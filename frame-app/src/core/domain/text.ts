/** Specification 9: sec, 1 min, hrs, d, mo, yr. */
const units = [
  { name: 'yr', ms: 31_536_000_000 },
  { name: 'mo', ms: 2_592_000_000 },
  { name: 'd', ms: 86_400_000 },
  { name: 'hrs', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const

export type Age = { unit: (typeof units)[number]['name'] | 'sec'; count: number }

/** How long ago, in the largest unit that fits. */
export const toAge = (ms: number): Age => {
  const unit = units.find((candidate) => ms >= candidate.ms)
  return unit
    ? { unit: unit.name, count: Math.floor(ms / unit.ms) }
    : { unit: 'sec', count: Math.max(0, Math.floor(ms / 1_000)) }
}

/** What `Intl` takes. Anything else makes it throw, and with it the view that writes a number. */
export const isLocale = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Plain decimal text as the visitor's language writes it. Works on text, since a number would lose digits. */
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

/** How many there are at least, e.g. `480+`; small numbers as they are. */
export const roundCount = (count: number): string => (count < 10 ? `${count}` : `${Math.floor(count / 10) * 10}+`)
