import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../../languages/translate.ts'

/** Texts of the settings "Sites and limits", which load with that page. */
export const englishMessages = defineMessages('limits', {
  title: 'Sites and limits',
  back: 'Back',
  lead: 'A connected site may not spend. You can let a trusted site pay small amounts without asking.',
  none: 'You are signed in at no site that may have a limit.',
  paysUpTo: 'Pays up to {amount} a day without asking',
  asks: 'Asks for every payment',
  others: 'Every other payment asks for your passkey or for this window.',
  receivers: 'Known receivers',
  receiversLine: 'Only they are paid without asking',
  site: {
    allowed: 'Without asking',
    upTo: 'up to {amount} a day',
    never: 'nothing',
    spent: 'Used today',
    question: 'May it pay small amounts without asking?',
    token: 'Token',
    amount: 'Most on one day',
    note: 'It counts for this site and for one day (UTC), and a payment that fails counts too. A new receiver always asks.',
    riskTitle: 'A site can hide this wallet',
    risk: 'If somebody takes over {site}, one click can pay a receiver that you know, up to this limit each day. Everybody you have paid once counts as known. Network fees come on top.',
    save: 'Save the limit',
    remove: 'Never without asking',
  },
  known: {
    lead: 'You paid these receivers before, or you named them.',
    none: 'You have no known receiver yet. A receiver is known after your first payment.',
    paid: 'Paid before',
    detail: '{address}, {network}',
    add: 'Name a receiver',
    remove: 'Remove',
    removeName: 'Remove {name}',
  },
  naming: {
    title: 'Name a receiver',
    lead: 'Compare the address with its owner, not with the site that shows it. A site with a limit may pay this receiver without asking.',
    name: 'Name',
    address: 'Address',
    network: 'Network',
    save: 'Save the receiver',
  },
})

export const messages = translate(englishMessages)
