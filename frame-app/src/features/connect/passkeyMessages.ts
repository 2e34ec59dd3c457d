import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const passkeyMessages = defineMessages('passkey', {
  go: 'Continue with a passkey',
})
