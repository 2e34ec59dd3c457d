import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts that only the cards of EVM transactions have. `formatText` fills their `{name}` placeholders. */
export const englishMessages = defineMessages('transactions', {
  newContract: 'new contract',
  siteLimit: { label: 'Within your limit', value: '{spent} of {most} today' },
  limits: { only: '{amount} only', balance: 'what you have now', requested: 'what the site asks for' },
  fees: { low: 'Low', normal: 'Normal', fast: 'Fast', site: 'Site' },
})

export const messages = translate(englishMessages)
