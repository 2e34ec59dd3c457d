import type { ToastWord } from '../core/state/notices.ts'

export const en = {
  notAllowed: 'Action not allowed',
  authenticating: 'Authenticating...',
  signedIn: 'Signed in',
  noSignIn: 'A problem occurred while trying initialize authentication',
} satisfies { [Word in ToastWord]: string }

export type ToastMessages = typeof en
