import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the new vault key, which the visitor knows as the new lock of the wallet. */
export const englishMessages = defineMessages('newKey', {
  title: 'Change the lock of your wallet?',
  lead: 'Every way into your wallet is made anew. Your addresses stay.',
  others: 'Other browsers and devices',
  othersLine: 'They ask for a way in at their next use',
  passkey: 'Passkeys',
  passkeyOne:
    'The one that you show now goes on. Others no longer open the wallet. If you have none left, remove them first',
  passkeyNone: 'They no longer open the wallet, since this browser has none to show',
  kit: 'Backups',
  kitOld: 'Those you have no longer open it',
  kitNew: 'Those you have no longer open it. You make a new one now',
  guardian: 'Recovery by email',
  guardianLine: 'Stays as it is',
  limitTitle: 'What this does not take back',
  limit:
    'Whoever has seen your recovery phrase, or has an old backup file and its words, still gets in. Then make a new wallet and move what is in this one.',
  go: 'Change the lock now',
  working: 'Changing the lock and trying each way in',
  unsureTitle: 'No answer yet',
  unsure: 'The lock may have been changed already. Try again to find out. Nothing is lost.',
  unsureKit: 'Keep the old backup and the new one until then.',
  again: 'Try again',
  later: 'Find out later',
  doneTitle: 'Your wallet has a new lock',
  done: 'Whatever opened it before opens it no longer. Your addresses are the same.',
  elsewhere: 'It was changed in another window just now. Open it here by one of its new ways.',
  oldKit: 'Delete old backup files, so that nobody finds them.',
  missing: 'Ways in that you can add now',
  addKit: 'Make a new backup',
  addKitLine: 'Opens your wallet even without us',
  addPasskey: 'Add a passkey',
  addPasskeyLine: 'Opens it here and in other browsers',
  close: 'Done',
})

export const messages = translate(englishMessages)
