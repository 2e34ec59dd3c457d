import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the settings for unlock methods, for the seed phrase's export and for the account's deletion. */
export const englishMessages = defineMessages('unlockMethods', {
  titles: {
    passkey: 'Your passkeys',
    kit: 'Your backup',
    guardian: 'Recovery by email',
    vault: 'Wallet windows',
  },
  leads: {
    passkey: 'Each of them opens your wallet, here and in other browsers.',
    kit: 'File and words together open your wallet, even without us.',
    guardian:
      'A link in your email brings you back in: after a wait if you have a passkey or a backup, else sooner. Whoever runs the wallet and its recovery service together could do so too.',
    vault:
      'Browsers that opened the wallet in a window of its own. Each opens it there again after a code by email, until you remove it there or here.',
  },
  names: { passkey: 'Passkey', kit: 'Backup', guardian: 'Recovery by email', vault: 'Wallet window' },
  add: { passkey: 'Add another passkey', kit: 'Make a new backup', guardian: '', vault: '' },
  added: 'Added {date}',
  labelled: '{label}, added {date}',
  oldPasskey: 'One of them cannot confirm payments on a site yet. Add it again, then remove the old one.',
  only: 'Nothing else would bring you back in, so it stays.',
  guardianRow: 'Recovery by email',
  guardianLine: 'With a link in your email. If you have a passkey or a backup, after a wait',
  vaultRow: 'Wallet windows',
  vaultLine: 'They open your wallet without a site',
  remove: 'Remove',
  removeName: 'Remove {name}, {line}',
  sureTitles: {
    passkey: 'Remove this passkey?',
    kit: 'Remove this backup?',
    guardian: 'Remove recovery by email?',
    vault: 'Remove this browser?',
  },
  sureLeads: {
    passkey:
      'It no longer opens the wallet. Delete it in your browser or password manager too. If someone else used it, change the lock as well.',
    kit: 'It no longer counts as a way back in. The saved file and its words still open the wallet: if someone has both, move what is in it.',
    guardian: 'From then on nobody can help you back in. Keep your passkey or your backup safe.',
    vault: 'It no longer opens the wallet in a window of its own. If someone else used it, change the lock as well.',
  },
  keep: 'Keep it',
  back: 'Back',
  working: 'Working on it',
  waitTitle: 'Your recovery phrase has to wait',
  wait: 'You have no passkey to show, so it takes until {time}. We wrote to you, in case it was not you. Come back then.',
  waitAgain: 'Show it now',
  waitStop: 'Stop it',
  newKeyRow: 'Change the lock',
  newKeyLine: 'If someone may have had a way in',
  deletion: {
    row: 'Delete account',
    rowLine: 'Seven days after you say so',
    soonTitle: 'This account will be deleted on {date}',
    soon: 'Nothing here opens your wallet then.',
    stop: 'Keep my account',
    goOn: 'Go on',
    looking: 'Looking for what is still in your wallet',
    title: 'Delete this account?',
    lead: 'In seven days nothing here opens your wallet any more. Until then you can stop it here.',
    leftTitle: 'There is still something in it',
    left: 'Move it first, tokens too, or save your recovery phrase.',
    silentTitle: 'Not everything could be looked up',
    silent: 'There may be something on these networks:',
    networks: '{n} networks',
    kit: 'A backup or the recovery phrase opens the wallet for ever, where you saved one.',
    type: 'Type {email} to go on',
    go: 'Delete in seven days',
  },
  window: {
    lead: 'This is done in a window of {name}, which gets your wallet from here.',
    waitTitle: 'Go on in the wallet window',
    wait: 'It gets your wallet from here as soon as you have signed in. Keep this open until then.',
  },
})

export const messages = translate(englishMessages)
