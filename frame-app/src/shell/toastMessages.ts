import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const toastMessages = defineMessages('toasts', {
  notAllowed: 'Action not allowed',
  authenticating: 'Authenticating...',
  signedIn: 'Signed in',
  noSignIn: 'A problem occurred while trying initialize authentication',
})
