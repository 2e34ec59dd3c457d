/** The number of decimals of an amount on the screen. */
const shownDecimals = 3

/** Shown in place of an unknown amount, because zero would be wrong. */
export const unknownAmount = '—'

/**
 * Formats base units as decimal text, rounded down so that the visitor never sees more than they have. '0.000' means a
 * real zero; a smaller amount than 0.001 is '<0.001'.
 */
export const floorAmount = (units: bigint, decimals: number, shown: number = shownDecimals): string => {
  const base = 10n ** BigInt(decimals)
  const whole = units / base
  const fraction = (units % base).toString().padStart(decimals, '0').slice(0, shown).padEnd(shown, '0')
  const text = shown === 0 ? `${whole}` : `${whole}.${fraction}`
  return units > 0n && !/[1-9]/.test(text) ? `<0.${'1'.padStart(shown, '0')}` : text
}

/** Formats base units as decimal text with all its digits, without zeros at its end. */
export const exactAmount = (units: bigint, decimals: number): string => {
  const text = floorAmount(units, decimals, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Parses a JSON-RPC quantity, for example `0x1f`. Returns null for any other value. */
export const parseQuantity = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null

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
