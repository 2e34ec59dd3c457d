/** Units of an age, the largest first. An age below a minute is in seconds. */
const units = [
  { name: 'yr', ms: 31_536_000_000 },
  { name: 'mo', ms: 2_592_000_000 },
  { name: 'd', ms: 86_400_000 },
  { name: 'hrs', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const

type Age = { unit: (typeof units)[number]['name'] | 'sec'; count: number }

/** Writes an age in the largest unit that is not longer than the age. */
export const toAge = (ms: number): Age => {
  const unit = units.find((candidate) => ms >= candidate.ms)
  return unit
    ? { unit: unit.name, count: Math.floor(ms / unit.ms) }
    : { unit: 'sec', count: Math.max(0, Math.floor(ms / 1_000)) }
}

const intlUnits = {
  yr: 'year',
  mo: 'month',
  d: 'day',
  hrs: 'hour',
  min: 'minute',
  sec: 'second',
} as const satisfies Record<Age['unit'], Intl.RelativeTimeFormatUnit>

/** Writes an age, for example "5 min ago". The English form is our own, shorter than that of `Intl`. */
export const writeAge = ({ unit, count }: Age, locale: string): string =>
  locale === 'en'
    ? `${count} ${unit} ago`
    : new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-count, intlUnits[unit])
