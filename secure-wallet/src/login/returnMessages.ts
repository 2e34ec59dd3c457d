import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** English texts of the return to a disconnected site. They load with its panels. */
export const englishMessages = defineMessages('return', {
  go: 'Continue as {email}',
  stays: 'Your wallet stays on this browser.',
  staysHere: 'Your wallet stays on this page. This browser forgets it when you leave.',
  shared: 'Shared computer?',
  signOut: 'Sign out',
  otherEmail: 'Use another email',
  confirmTitle: 'Confirm that it’s you',
  confirm: 'You came back to {site}. Before you sign the first time, use a passkey or a code by email.',
  confirmByCode: 'You came back to {site}. Before you sign the first time, we send a code to {email}.',
  passkey: 'Use a passkey',
  code: 'Send a code by email',
  notNow: 'Not now',
})

export const messages = translate(englishMessages)
