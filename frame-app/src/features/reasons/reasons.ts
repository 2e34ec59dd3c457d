import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorCode, ErrorRow } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'

const rows: { readonly [Code in ErrorCode]: ErrorRow } = {
  ...commonErrors,
  ...chainErrors,
  ...siwxErrors,
  ...walletErrors,
}

/** A text with a count in its place `{n}`: a form for each kind of count that the language tells apart. */
export type Counted = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string }

/** Each row of the catalogue, in a language besides the catalogue's own. */
export type Reasons = { readonly [Code in ErrorCode]: string | Counted }

/**
 * Says why something failed. What is not the catalogue's text was said by somebody else, in words that the visitor knows
 * from there: a wallet, a node, or the secure frame, which speaks this language itself.
 */
export const reasonsIn = (locale: string, reasons: Reasons) => {
  const plurals = new Intl.PluralRules(locale)
  // In a text that runs from right to left what others said keeps its own order, as if in a `bdi`.
  const isolate = (text: string): string => (directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text)
  return ({ code, message }: AppError): string => {
    const values = readValues(rows[code].short, message)
    if (!values) return isolate(message)
    const reason = reasons[code]
    const text = typeof reason === 'string' ? reason : (reason[plurals.select(Number(values.n))] ?? reason.other)
    const placed = text.replace(/\{\w+\}/g, (place) => isolate(place))
    return fillText(placed, values)
  }
}

/** What stands in the places of a text: an error that crossed a frame has it nowhere else. Null where it is another text. */
const readValues = (text: string, message: string): Record<string, string> | null => {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? `(?<${part}>.*)` : literally(part)))
  const found = new RegExp(`^${parts.join('')}$`).exec(message)
  return found && { ...found.groups }
}

const literally = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
