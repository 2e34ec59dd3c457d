import type { Age } from '../../core/domain/text.ts'

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
