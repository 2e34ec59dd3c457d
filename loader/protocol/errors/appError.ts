import { cleanText } from '../messages/cleanText.ts'
import { fillText, type TextValues } from '../messages/messages.ts'
import type { WireError } from '../wire/transport.ts'
import { commonErrors } from './commonErrors.ts'
import { type ErrorCode, type ErrorEntry, errorEntryOf, otherCodes } from './errorCodes.ts'

/** The longest revert data that is sent. Longer data is omitted, since shortened data would decode to nonsense. */
const dataLimit = 8_192
const hex = /^0x[0-9a-fA-F]*$/

const known: ReadonlySet<unknown> = new Set([...Object.keys(commonErrors), ...otherCodes])

export const isErrorCode = (code: unknown): code is ErrorCode => known.has(code)

type Options = {
  /** Values for the `{name}` placeholders of the texts. */
  values?: TextValues
  /** Revert data, hex. */
  data?: string | undefined
  /** The code and message that a wallet or a node set. */
  number?: number
  message?: string
  cause?: unknown
}

/** The only error class of this product. Its constructor takes a row of an error table, so its code is always known. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly number: number
  /** Where the frame shows the error. */
  readonly surface: ErrorEntry['surface']
  /** Values for the `{name}` placeholders of the error's texts. */
  readonly values: TextValues
  readonly data: string | undefined

  constructor(entry: ErrorEntry, { values = {}, data, number, message, cause }: Options = {}) {
    super(message ?? fillText(entry.short, values), cause === undefined ? undefined : { cause })
    this.code = entry.code
    this.number = number ?? entry.number
    this.surface = entry.surface
    this.values = values
    this.data = data
  }
}

/**
 * Turns an error of a wallet or provider into an `AppError`. The error keeps its code and message, because the visitor
 * knows them from that wallet.
 */
export const toWalletError = (thrown: unknown): AppError => {
  const { code, message, data } = Object(thrown) as Record<string, unknown>
  return new AppError(commonErrors.WALLET_ERROR, {
    number: Number.isSafeInteger(code) ? (code as number) : commonErrors.WALLET_ERROR.number,
    message: (typeof message === 'string' && cleanText(message)) || commonErrors.WALLET_ERROR.short,
    data: hexData(data),
    cause: thrown,
  })
}

/**
 * Returns the part of an error that may be sent to another frame. Stack and cause are never sent, and an error that is
 * no `AppError` becomes INTERNAL_ERROR.
 */
export const toWireError = (thrown: unknown): WireError => {
  const error = thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  const data = hexData(error.data)
  const wire = { code: error.number, reason: error.code, message: cleanText(error.message) }
  return data === undefined ? wire : { ...wire, data }
}

/**
 * Turns a failure that the other side sent into an `AppError`. Anything unknown becomes INTERNAL_ERROR. A common error
 * gets our own text, since the other side may be less trusted. Other errors keep their text, cleaned.
 */
export const fromWireError = (value: unknown): AppError => {
  const { code, reason, message, data } = Object(value) as Record<string, unknown>
  if (!isErrorCode(reason)) return new AppError(commonErrors.INTERNAL_ERROR)
  if (reason === 'WALLET_ERROR') return toWalletError({ code, message, data })
  const received = (typeof message === 'string' && cleanText(message)) || commonErrors.INTERNAL_ERROR.short
  const entry: ErrorEntry = errorEntryOf(commonErrors, reason) ?? {
    code: reason,
    number: Number.isSafeInteger(code) ? (code as number) : commonErrors.INTERNAL_ERROR.number,
    short: received,
  }
  // The other side's message can differ from our text only in the values of placeholders.
  return new AppError(entry, { message: entry.short.includes('{') ? received : entry.short, data: hexData(data) })
}

const hexData = (data: unknown): string | undefined =>
  typeof data === 'string' && data.length <= dataLimit && hex.test(data) ? data : undefined
