import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const emailMessages = defineMessages('email', {
  address: 'Email address',
  go: 'Continue with email',
  passkey: 'Continue with a passkey',
  /** These error texts replace those of the error table, which are too general for the e-mail form. */
  failures: {
    INVALID_PARAMS: 'Check the email address',
  },
})
