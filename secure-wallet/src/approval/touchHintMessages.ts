import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

export const englishMessages = defineMessages('touch', {
  hint: 'Touch this card once, then the button.',
  next: 'Now touch the button.',
})

export const messages = translate(englishMessages)
