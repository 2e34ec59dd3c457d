import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

/** The texts of the main server's mails. */
export const mailMessages = defineMessages('mail', {
  unknownLocation: 'unknown place',
  /** The table knows where a network is registered, which is not always where its user is. */
  approximateCountry: '{country} (approximate)',
  ownNetwork: 'the network of the wallet server',
  site: 'Site',
  browser: 'Browser',
  location: 'Place',
  codeSubject: 'Your code for {name}',
  codeTitle: 'Your code for {name}',
  codeExpiry: 'It is valid for {minutes} minutes and can be used once.',
  codeNote:
    'Enter it only where you asked for it. We never ask for this code anywhere else, not by phone and not by mail.',
  deviceSubject: 'A new browser wants to log in to {name}',
  deviceTitle: 'Is this you?',
  deviceText: 'A browser that we do not know wants to log in with your address.',
  deviceButton: 'Look at the request',
  deviceExpiry: 'The link is valid for {minutes} minutes. Opening it changes nothing yet.',
  deviceNote: 'If you did not ask for this, open the link and say so, or do nothing.',
  frozenSubject: 'A login to {name} was not let through',
  frozenTitle: 'A new browser was not let in',
  frozenText:
    'You said of a login that it was not you. For 24 hours after that no new browser is let in with your address.',
  refusedSubject: 'New browsers are locked out for 24 hours',
  refusedTitle: 'New browsers are locked out',
  refusedText:
    'Somebody opened the link of our mail and said that the login was not theirs. For 24 hours no new browser is let in with your address; browsers that you use already stay logged in.',
  unlockMethods: {
    passkey: 'a passkey',
    kit: 'a recovery kit',
    vault: 'the wallet window of a browser',
    guardian: 'recovery by e-mail',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'A new way to open your wallet',
      text: 'Your wallet can now also be opened with {method}.',
    },
    unlockMethodRemoved: {
      subject: 'A way to open your wallet was removed',
      text: 'This no longer opens your wallet: {method}.',
    },
    exportRequested: {
      subject: 'Somebody asks for the recovery phrase of your wallet',
      text: 'It can be shown from {time} on. Whoever has it has everything in your wallet.',
    },
    exported: {
      subject: 'The recovery phrase of your wallet is being shown',
      text: 'Whoever has it has everything in your wallet. We never ask for it, not by phone and not by mail.',
    },
    keyRenewed: {
      subject: 'Your wallet gets a new key',
      text: 'Browsers and passkeys that opened it until now no longer do, unless they were set up anew. Your addresses and your recovery phrase stay the same. Destroy recovery kits that you saved before: they still lead to that phrase.',
    },
    deletionRequested: {
      subject: 'Your wallet account will be deleted on {time}',
      text: 'From {time} on nothing here opens your wallet any more. Until then you can stop it in your wallet, under Security.',
    },
    deleted: {
      subject: 'Your wallet account was deleted',
      text: 'Nothing here opens your wallet any more. A recovery kit or the recovery phrase still does, where you saved one.',
    },
  },
  noticeNote: 'If this was not you, open your wallet, sign out everywhere and look at its security page.',
  noticeLink: 'Open your wallet',
})
