import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { type CountedText, defineMessages, fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { pluralText, translate } from './translate.ts'

/**
 * English texts of the errors that a visitor can meet in the secure frame or its windows: what happened, and what to do.
 * The texts of the error tables are for the developers of sites.
 */
export const englishMessages = defineMessages('errors', {
  CODE_WRONG: {
    one: 'That isn’t the code in the mail. {n} try left.',
    other: 'That isn’t the code in the mail. {n} tries left.',
  },
  EMAIL_COOLDOWN: { one: 'Please try again after {n} second', other: 'Please try again after {n} seconds' },
  BROWSER_TOO_OLD: 'This browser is too old for sign-in by email. Update it, or use a wallet.',
  CHALLENGE_NOT_FOUND: 'This sign-in has ended. Start again.',
  CHUNK_FAILED: 'A part of the wallet did not load. Check your connection, then try again.',
  DEVICE_NOT_APPROVED: 'Open your wallet in this browser first.',
  DPOP_INVALID: 'The wallet could not prove that it’s you. Check the clock of your device, then sign in again.',
  EXECUTION_REVERTED: 'The network would refuse this',
  FLOW_NOT_FOUND: 'This request has ended. Start again where you came from.',
  FRESH_LOGIN_REQUIRED: 'Sign in again to do this.',
  GUARDIAN_UNREACHABLE: 'Recovery by email isn’t answering. Try again in a minute.',
  INSUFFICIENT_FUNDS: 'Insufficient funds for amount and network fee',
  INTERNAL_ERROR: 'Something went wrong. Try again.',
  INVALID_EMAIL: 'Check the address. It looks like name@example.com.',
  KEY_NOT_UNLOCKED: 'Your wallet did not open. Try again, or use another way.',
  KEY_SET_NOT_FOUND: 'This way into your wallet no longer works. Use another one.',
  LAST_DURABLE_SET: 'This is the last way into your wallet. Add another one first.',
  LOGIN_FROZEN: 'New browsers are not let in right now. Try again tomorrow.',
  LOGIN_NOT_AVAILABLE: 'Sign-in by email isn’t ready yet. Try again in a moment, or use a wallet.',
  MAIL_NOT_SENT: 'The mail could not be sent. Try again in a moment, or use a wallet.',
  NEW_BROWSER: {
    one: 'This browser signed in by email only. It can do this in {n} hour.',
    other: 'This browser signed in by email only. It can do this in {n} hours.',
  },
  OFFLINE: 'You are offline. Check your connection, then try again.',
  QUEUE_FULL: 'Too many requests wait for your answer. Answer them first.',
  RATE_LIMITED: 'Too many tries. Wait a minute, then try again.',
  REQUEST_TIMEOUT: 'There was no answer in time. Try again.',
  RESOURCE_NOT_FOUND: 'This is no longer there. Start again.',
  RESOURCE_UNAVAILABLE: 'This isn’t available right now. Try again in a minute.',
  SERVER_ERROR: 'The wallet isn’t answering. Try again in a minute.',
  SERVER_UNREACHABLE: 'The wallet isn’t answering. Check your connection, then try again.',
  SESSION_EXPIRED: 'You were signed out. Sign in again.',
  SESSION_REVOKED: 'You were signed out. Sign in again.',
  TOO_MANY_REQUESTS: 'Too many tries. Wait a minute, then try again.',
  USER_REJECTED: 'You stopped this. Nothing was changed.',
  WALLET_EXISTS: 'You have a wallet already. Reload this page to open it.',
  WALLET_LOCKED: 'Open your wallet in this browser first.',
  WALLET_MISSING: 'There is no wallet yet. Sign in again to make one.',
  WALLET_NOT_ACTIVE: 'Your wallet can only receive for now. Add a passkey or make a backup first.',
  WINDOW_REQUIRED: 'This works only in a wallet window. Reload the window, then try again.',
})

const messages: { readonly [code: string]: string | CountedText | undefined } = translate(englishMessages)

/** Returns the error's text in the current language. An error that no panel foresees has the text of `INTERNAL_ERROR`. */
export const errorText = (thrown: unknown): string => {
  const error = thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  const text = messages[error.code] ?? messages.INTERNAL_ERROR ?? ''
  return typeof text === 'string' ? fillText(text, error.values) : pluralText(text, Number(error.values.n))
}

/**
 * Returns the same error with its text for the visitor, or with `short`. The secure frame writes it, because the modal's
 * frame receives only the finished text, without the values for placeholders.
 */
export const withErrorText = (thrown: unknown, short = errorText(thrown)): AppError => {
  const { code, number, surface, values } =
    thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR)
  return new AppError({ code, number, surface, short }, { values, cause: thrown })
}
