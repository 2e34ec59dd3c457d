import type { Age } from '../../core/domain/text.ts'

const intlUnits = {
  yr: 'year',
  mo: 'month',
  d: 'day',
  hrs: 'hour',
  min: 'minute',
  sec: 'second',
} as const satisfies Record<Age['unit'], Intl.RelativeTimeFormatUnit>

/** The product's own English short form, which differs from that of `Intl`. */
export const writeAge = ({ unit, count }: Age, locale: string): string =>
  locale === 'en'
    ? `${count} ${unit} ago`
    : new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-count, intlUnits[unit])
