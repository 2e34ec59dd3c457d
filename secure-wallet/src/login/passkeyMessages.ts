import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** English texts of the offer of a passkey and of the login with one. They load with its panels. */
export const englishMessages = defineMessages('passkeys', {
  devices: {
    faceId: 'Use Face ID next time',
    touchId: 'Use Touch ID next time',
    windowsHello: 'Use Windows Hello next time',
    screenLock: 'Use your screen lock next time',
    passkey: 'Use a passkey next time',
  },
  none: 'No passkey was made',
  noneNext: 'You can add one any time in Security.',
  again: 'Try again',
  notNow: 'Not now',
  login: {
    title: 'Use your passkey',
    noneTitle: 'No passkey was used',
    none: 'There is no passkey for this wallet on this device, or the prompt was closed. Your email works too.',
    unfit: 'This passkey opens no wallet here any more. Your email works too.',
    email: 'Continue with email',
    again: 'Ask me again',
  },
})

export const messages = translate(englishMessages)
