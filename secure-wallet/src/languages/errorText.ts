import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import {
  type CountedText,
  defineMessages,
  fillText,
  type Messages,
} from '@appkit-frame/loader/protocol/messages/messages.ts'
import { pluralText, translate } from './translate.ts'

/** Error codes that a visitor can meet in the secure frame or its windows. The error tables hold the English texts. */
type TranslatedCode =
  | 'CHALLENGE_NOT_FOUND'
  | 'CHUNK_FAILED'
  | 'DEVICE_NOT_APPROVED'
  | 'EXECUTION_REVERTED'
  | 'FLOW_NOT_FOUND'
  | 'FRESH_LOGIN_REQUIRED'
  | 'GUARDIAN_UNREACHABLE'
  | 'INSUFFICIENT_FUNDS'
  | 'INTERNAL_ERROR'
  | 'INVALID_EMAIL'
  | 'KEY_NOT_UNLOCKED'
  | 'KEY_SET_NOT_FOUND'
  | 'LAST_DURABLE_SET'
  | 'LOGIN_FROZEN'
  | 'LOGIN_NOT_AVAILABLE'
  | 'MAIL_NOT_SENT'
  | 'OFFLINE'
  | 'RATE_LIMITED'
  | 'REQUEST_TIMEOUT'
  | 'RESOURCE_NOT_FOUND'
  | 'RESOURCE_UNAVAILABLE'
  | 'SERVER_ERROR'
  | 'SERVER_UNREACHABLE'
  | 'SESSION_EXPIRED'
  | 'SESSION_REVOKED'
  | 'TOO_MANY_REQUESTS'
  | 'WALLET_EXISTS'
  | 'WALLET_LOCKED'
  | 'WALLET_MISSING'
  | 'WINDOW_REQUIRED'

/** The texts of these two codes need plural forms, which the error tables lack, so their English forms stand here. */
const english = defineMessages('errors', {
  CODE_WRONG: { one: 'Invalid code. Try again. {n} try left', other: 'Invalid code. Try again. {n} tries left' },
  EMAIL_COOLDOWN: { one: 'Please try again after {n} second', other: 'Please try again after {n} seconds' },
})

export type ErrorMessages = Messages<'errors', (typeof english)['en'] & { readonly [Code in TranslatedCode]: string }>

const messages: { readonly [code: string]: string | CountedText | undefined } = translate(english)

/** Returns the error's text in the current language, or in English if the language has no text for its code. */
export const errorText = (thrown: unknown): string => {
  const error = thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  const text = messages[error.code]
  if (text === undefined) return error.message
  return typeof text === 'string' ? fillText(text, error.values) : pluralText(text, Number(error.values.n))
}

/**
 * Returns the same error with its translated text. The secure frame translates it, because the modal's frame receives
 * only the finished text, without the values for placeholders.
 */
export const withErrorText = (thrown: unknown): AppError => {
  const { code, number, surface, values } =
    thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  return new AppError({ code, number, surface, short: errorText(thrown) }, { values, cause: thrown })
}
