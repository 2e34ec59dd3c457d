import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const consentMessages = defineMessages('consent', {
  acceptance: 'I accept the {terms} and {privacy} of this site',
  acceptanceOfTerms: 'I accept the {terms} of this site',
  acceptanceOfPrivacy: 'I accept the {privacy} of this site',
  acceptanceOfNone: 'I accept that this site sees my public address',
  termsOfService: 'terms of service',
  privacyPolicy: 'privacy policy',
})
