import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the panel that follows the card of a sent transaction. `fillText` fills their placeholders. */
export const englishMessages = defineMessages('sent', {
  title: 'Sent',
  failed: 'It failed on the network',
  failedLead: 'Nothing moved but the network fee.',
  partly: 'Only part of it went through',
  partlyLead: '{done} of {n} actions went through. The rest moved nothing but network fees.',
  payment: {
    sent: '{amount} on the way to {receiver}.',
    title: 'Paid',
    lead: 'You paid {amount} to {receiver}.',
    failed: 'The payment failed',
    failedLead: 'You kept your {amount}. The network fee is spent.',
  },
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
