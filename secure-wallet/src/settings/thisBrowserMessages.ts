import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** English texts for the removal of the wallet from this browser. They load with the panels that show them. */
export const englishMessages = defineMessages('thisBrowser', {
  title: 'Remove this wallet from this browser?',
  lead: 'Nothing in it is lost. To open it here again, you need one of these:',
  passkey: 'Your passkey',
  passkeyLine: 'Opens it at once',
  backup: 'Your backup',
  backupLine: 'The file and the seven words open it at once',
  email: 'Your email',
  other: 'Another browser',
  otherLine: '{browser}. Make a passkey or a backup there, then use it here',
  sites: 'Remove it on these sites too',
  sitesLine: 'You are signed in there with {browser}. Tick the sites that you opened in this browser.',
  signedOut: 'A site where you signed out keeps the wallet, locked. To remove it there too, sign in there first.',
  go: 'Remove it here',
  anyway: 'Remove it anyway',
  keep: 'Keep it here',
  lastTitle: 'This browser is the only way in',
  last: 'There is no passkey, no backup and no recovery by email. Without this browser, nobody could open your wallet again. Make another way in first.',
  makeBackup: 'Make a backup',
  addPasskey: 'Add a passkey',
})

export const messages = translate(englishMessages)
