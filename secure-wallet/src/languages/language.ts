import type { english as approval } from '../approval/messages.ts'
import type { english as touch } from '../approval/touchMessages.ts'
import type { english as login } from '../login/messages.ts'
import type { english as settings } from '../settings/messages.ts'
import type { english as newKey } from '../settings/newKeyMessages.ts'
import type { english as ways } from '../settings/wayMessages.ts'
import type { Counted } from '../ui/words.ts'
import type { english as window } from '../unlock/recovery/messages.ts'
import type { english as enrol } from '../windows/enrolMessages.ts'
import type { english as pages } from '../windows/messages.ts'
import type { countedErrors } from './countedErrors.ts'

type MetCode =
  | 'CHALLENGE_NOT_FOUND'
  | 'CHUNK_FAILED'
  | 'DEVICE_REFUSED'
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

type Words<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends string
    ? string
    : Own[Name] extends Counted
      ? Counted
      : Words<Own[Name]>
}

/** What a visitor reads on the panels, and on the cards that they approve. */
export type Language = {
  login: Words<typeof login>
  settings: Words<typeof settings>
  pages: Words<typeof pages>
  enrol: Words<typeof enrol>
  window: Words<typeof window>
  ways: Words<typeof ways>
  newKey: Words<typeof newKey>
  touch: Words<typeof touch>
  approval: Words<typeof approval>
  /** Of the catalogue, what a visitor meets here and can do something about. */
  errors: { readonly [Code in MetCode]: string } & { readonly [Code in keyof typeof countedErrors]: Counted }
}
