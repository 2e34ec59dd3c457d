import type { WireError } from '../wire/transport.ts'
import { cleanText } from './cleanText.ts'
import { type CatalogueCode, entryOf, errorCatalogue, isCatalogueCode } from './errorCatalogue.ts'

/** Characters of revert data that may cross; longer data is left out, since a cut one would decode to nonsense. */
const dataLimit = 8_192
const hex = /^0x[0-9a-fA-F]*$/

type Values = Readonly<Record<string, string | number>>
type Options = {
  /** Fill the `{name}` places of the catalogue's texts. */
  values?: Values
  /** Revert data, hex. */
  data?: string | undefined
  /** Where a wallet or a node has a code and words of its own. */
  number?: number
  message?: string
  cause?: unknown
}

/** The one error of this product: `code` is a row of the catalogue. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: CatalogueCode
  readonly number: number
  /** Of the places in its texts. */
  readonly values: Values
  readonly data: string | undefined

  constructor(code: CatalogueCode, { values = {}, data, number, message, cause }: Options = {}) {
    const entry = entryOf(code)
    super(message ?? fillText(entry.short, values), cause === undefined ? undefined : { cause })
    this.code = code
    this.number = number ?? entry.number
    this.values = values
    this.data = data
  }
}

export const fillText = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (place, key: string) =>
    Object.hasOwn(values, key) ? cleanText(String(values[key])) : place,
  )

/** A wallet's or provider's own error. Its code and words are kept, because the visitor knows them from that wallet. */
export const walletError = (thrown: unknown): AppError => {
  const { code, message, data } = Object(thrown) as Record<string, unknown>
  return new AppError('WALLET_ERROR', {
    number: Number.isSafeInteger(code) ? (code as number) : errorCatalogue.WALLET_ERROR.number,
    message: (typeof message === 'string' && cleanText(message)) || errorCatalogue.WALLET_ERROR.short,
    data: hexData(data),
    cause: thrown,
  })
}

/** What crosses a frame: never a stack, never a cause, and of a foreign error nothing but that there was one. */
export const toWire = (thrown: unknown): WireError => {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL_ERROR')
  const data = hexData(error.data)
  const wire = { code: error.number, reason: error.code, message: cleanText(error.message) }
  return data === undefined ? wire : { ...wire, data }
}

/** The other side's failure. An unknown code, or anything that is no failure, becomes INTERNAL_ERROR. */
export const fromWire = (value: unknown): AppError => {
  const { code, reason, message, data } = Object(value) as Record<string, unknown>
  if (!isCatalogueCode(reason)) return new AppError('INTERNAL_ERROR')
  if (reason === 'WALLET_ERROR') return walletError({ code, message, data })
  const template = entryOf(reason).short
  // Only a text with places to fill can differ from the catalogue's own.
  const words = template.includes('{') && typeof message === 'string' ? cleanText(message) : template
  return new AppError(reason, { message: words, data: hexData(data) })
}

const hexData = (data: unknown): string | undefined =>
  typeof data === 'string' && data.length <= dataLimit && hex.test(data) ? data : undefined
