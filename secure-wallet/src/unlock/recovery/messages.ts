import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../../languages/translate.ts'

/** English texts for a recovery by a wallet window. */
export const englishMessages = defineMessages('window', {
  row: 'Open wallet window',
  rowLine: 'If this browser has opened it there before',
  joinRow: 'Confirm in another browser',
  joinRowLine: 'Where you use this wallet already',
  title: 'Continue in the wallet window',
  lead: 'A window of {name} opens. Say there that this site may use your wallet.',
  open: 'Open wallet window',
  waitingTitle: 'Waiting for the wallet window',
  waiting: 'Type this number there to enable this site. It goes on here by itself.',
  wrongTitle: 'The numbers differ',
  wrong: 'Another number was typed in the window, so nothing was enabled. You can start again.',
  reopen: 'Reopen window',
  back: 'Another way',
  blockedTitle: 'The window did not open',
  blocked: 'Allow windows for this site, and try again.',
})

export const messages = translate(englishMessages)
