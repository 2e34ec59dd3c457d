import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const emailMessages = defineMessages('email', {
  address: 'Email address',
  go: 'Continue with email',
  or: 'or',
  /** These texts replace the error table's texts where those are too general for this form. */
  failures: {
    INTERNAL_ERROR: 'Something went wrong. Try again.',
    INVALID_PARAMS: 'Invalid email address',
  },
})
