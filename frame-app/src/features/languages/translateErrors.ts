import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorCode, ErrorRow } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { openErrors } from '@appkit-frame/loader/protocol/errors/openErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { type CountedText, countText, fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'

const rows: { readonly [Code in ErrorCode]: ErrorRow } = {
  ...commonErrors,
  ...chainErrors,
  ...openErrors,
  ...relayErrors,
  ...siwxErrors,
  ...walletErrors,
}

/** A translation of every row of the error tables. */
export type ErrorTexts = { readonly [Code in ErrorCode]: string | CountedText }

/**
 * Translates an error whose message is the text of the error table. A message from a wallet or a node stays as it is,
 * and the secure frame translates its own errors.
 */
export const translateErrors = (locale: string, texts: ErrorTexts) => {
  // Unicode isolates do the same as `<bdi>`: foreign text keeps its own direction within a right-to-left sentence.
  const isolate = (text: string): string => (directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text)
  const isolateValues = (text: string): string => text.replace(/\{\w+\}/g, isolate)
  return ({ code, message }: AppError): string => {
    const values = readValues(rows[code].short, message)
    if (!values) return isolate(message)
    const text = texts[code]
    if (typeof text === 'string') return fillText(isolateValues(text), values)
    const forms = Object.entries(text).map(([form, counted]) => [form, isolateValues(counted)])
    return countText(Object.fromEntries(forms), Number(values.n), locale)
  }
}

/**
 * Reads the values of the placeholders back from the message, because an error from another frame carries them nowhere
 * else.
 */
const readValues = (text: string, message: string): Record<string, string> | null => {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? `(?<${part}>.*)` : escapePattern(part)))
  const found = new RegExp(`^${parts.join('')}$`).exec(message)
  return found && { ...found.groups }
}

// Escapes a text for a regular expression, because Safari 17 has no `RegExp.escape`.
const escapePattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
