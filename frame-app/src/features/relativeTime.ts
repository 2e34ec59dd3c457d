import type { Age } from '../core/domain/text.ts'

const units = {
  yr: 'year',
  mo: 'month',
  d: 'day',
  hrs: 'hour',
  min: 'minute',
  sec: 'second',
} as const satisfies Record<Age['unit'], Intl.RelativeTimeFormatUnit>

/** How long ago, with the plurals of the language. English has the specification's own short form. */
export const relativeTime = (locale: string, { unit, count }: Age): string =>
  new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-count, units[unit])
