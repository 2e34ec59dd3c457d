import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the panel that follows the card of a sent transaction. `fillText` fills their placeholders. */
export const englishMessages = defineMessages('sent', {
  title: 'Sent',
  failed: 'It failed on the network',
  failedLead: 'Nothing moved but the network fee.',
  partly: 'Only part of it went through',
  partlyLead: '{done} of {n} actions went through. The rest moved nothing but network fees.',
  statusLabel: 'Status',
  status: {
    waiting: 'Waiting for {network}',
    confirmed: 'Confirmed',
    failed: 'Failed',
    unknown: 'Not confirmed yet',
  },
  explorer: 'View on the explorer',
  close: 'Done',
})

export const messages = translate(englishMessages)
