import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the new vault key, which the visitor knows as the wallet's key. */
export const englishMessages = defineMessages('newKey', {
  title: 'Renew the wallet’s key?',
  lead: 'Every way into your wallet is made anew. Your addresses stay.',
  others: 'Other browsers and devices',
  othersLine: 'They ask for a way in at their next use',
  passkey: 'Passkeys',
  passkeyOne:
    'The one that you show now goes on. Others no longer open the wallet. If you have none left, remove them first',
  passkeyNone: 'They no longer open the wallet, since this browser has none to show',
  kit: 'Recovery kits',
  kitOld: 'Saved ones no longer count',
  kitNew: 'Saved ones no longer count. You save a new one now',
  guardian: 'Recovery by email',
  guardianLine: 'Stays, with a new share',
  limitTitle: 'What this does not take back',
  limit:
    'Whoever has seen your recovery phrase, or has an old kit and its words, still gets in. Then make a new wallet and move what is in this one.',
  go: 'Renew the key',
  working: 'Making the new key and trying each way in',
  unsureTitle: 'No answer yet',
  unsure: 'The server may have renewed the key already. Try again to find out. Nothing is lost.',
  unsureKit: 'Keep the old kit and the new one until then.',
  again: 'Try again',
  later: 'Find out later',
  doneTitle: 'Your wallet has a new key',
  done: 'Whatever opened it before opens it no longer. Your addresses are the same.',
  elsewhere: 'It was renewed in another window just now. Open it here by one of its new ways.',
  oldKit: 'Delete old kit files, so that nobody finds them.',
  missing: 'Ways in that you can add now',
  addKit: 'Save a new recovery kit',
  addKitLine: 'Opens your wallet even without us',
  addPasskey: 'Add a passkey',
  addPasskeyLine: 'Opens it here and in other browsers',
  close: 'Done',
})

export const messages = translate(englishMessages)
