import type { english as approval } from '../approval/messages.ts'
import type { english as touch } from '../approval/touchMessages.ts'
import type { english as login } from '../login/messages.ts'
import type { english as enrol } from '../pages/enrolMessages.ts'
import type { english as pages } from '../pages/messages.ts'
import type { english as window } from '../recovery/messages.ts'
import type { english as settings } from '../settings/messages.ts'
import type { english as ways } from '../settings/wayMessages.ts'
import type { Counted } from '../ui/words.ts'
import type { countedErrors } from './countedErrors.ts'

type MetCode =
  | 'EXECUTION_REVERTED'
  | 'FRESH_LOGIN_REQUIRED'
  | 'GUARDIAN_UNREACHABLE'
  | 'INSUFFICIENT_FUNDS'
  | 'INTERNAL_ERROR'
  | 'INVALID_EMAIL'
  | 'KEY_NOT_UNLOCKED'
  | 'LOGIN_FROZEN'
  | 'MAIL_NOT_SENT'
  | 'OFFLINE'
  | 'RATE_LIMITED'
  | 'REQUEST_TIMEOUT'
  | 'SESSION_REVOKED'

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
  touch: Words<typeof touch>
  approval: Words<typeof approval>
  /** Of the catalogue, what a visitor meets here and can do something about. */
  errors: { readonly [Code in MetCode]: string } & { readonly [Code in keyof typeof countedErrors]: Counted }
}
