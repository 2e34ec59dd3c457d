import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts that only the cards of EVM transactions have. `formatText` fills their `{name}` placeholders. */
export const englishMessages = defineMessages('transactions', {
  newContract: 'new contract',
  /** After a transaction was sent. */
  sent: {
    title: 'Sent',
    failed: 'It failed on the network',
    failedLead: 'Nothing moved but the network fee.',
    statusLabel: 'Status',
    status: {
      waiting: 'Waiting for {network}',
      confirmed: 'Confirmed',
      failed: 'Failed',
      unknown: 'Not confirmed yet',
    },
    explorer: 'View on the explorer',
    close: 'Done',
  },
  siteLimit: { label: 'Within your limit', value: '{spent} of {most} today' },
  limits: { only: '{amount} only', balance: 'what you have now', requested: 'what the site asks for' },
  fees: { low: 'Low', normal: 'Normal', fast: 'Fast', site: 'Site' },
})

export const messages = translate(englishMessages)
