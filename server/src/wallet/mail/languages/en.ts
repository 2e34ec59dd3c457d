import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

/** The English texts of the main server's mails. */
export const englishMailTexts = defineMessages('mail', {
  unknownLocation: 'unknown location',
  /** The location is approximate, because a network may be registered in one country and used in another. */
  approximateCountry: '{country} (approximate)',
  ownNetwork: 'the network of the wallet server',
  site: 'Asked for at',
  browser: 'Browser',
  location: 'Place',
  time: 'Time',
  browserOn: '{name} on {system}',
  someBrowserOn: 'A browser on {system}',
  unknownBrowser: 'An unknown browser',
  /** The name above a mail that is from no site. */
  ownName: 'Your wallet',
  foot: 'Sent to {address} by {wallet}, the wallet that {name} uses.',
  ownFoot: 'Sent to {address}, the email address of your wallet.',
  notYou: 'Not you?',
  codeSubject: '{code} is your code for {name}',
  codeTitle: 'Your sign-in code',
  codeText: 'Type it in the window that is open on {host}. That window says {wallet} at its top.',
  codeTextOwn: 'Type it in the window that says {wallet} at its top.',
  codeExpiry: 'It works once, for {minutes} minutes.',
  codeNote:
    'Do nothing. Nobody gets in without this code. Never tell it to anyone; nobody from {name} or {wallet} will ask for it.',
  unlockMethods: {
    passkey: 'a passkey',
    kit: 'a backup',
    vault: 'the wallet’s own window in a browser',
    guardian: 'recovery by email',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'There is a new way to open your wallet',
      text: 'Your wallet can now also be opened with {method}.',
    },
    unlockMethodRemoved: {
      subject: 'One way to open your wallet was removed',
      text: 'Your wallet can no longer be opened with {method}.',
    },
    exportRequested: {
      subject: 'Someone asked for the secret words of your wallet',
      text: 'They can be seen from {time}. Whoever sees these words, the recovery phrase, can take everything in your wallet, now and later, and nobody can undo that.',
    },
    exported: {
      subject: 'The secret words of your wallet are being shown',
      text: 'Whoever sees these words, the recovery phrase, can take everything in your wallet, now and later, and nobody can undo that. We never ask for them, neither by phone nor by email.',
    },
    keyRenewed: {
      subject: 'Your wallet gets a new lock',
      text: 'Browsers and passkeys that opened your wallet before no longer open it, unless they were set up again. Your addresses and your recovery phrase stay the same. Destroy backups that you made before: they still reveal that phrase.',
    },
    deletionRequested: {
      subject: 'Your wallet account will be deleted on {time}',
      text: 'From {time}, our server can no longer help to open your wallet. Until then, you can cancel the deletion in your wallet under Security.',
    },
    deleted: {
      subject: 'Your wallet account was deleted',
      text: 'Our server can no longer help to open your wallet. A backup or the recovery phrase still opens it, if you saved one.',
    },
  },
  noticeNote:
    'Open your wallet, sign out everywhere and check its Security page. If it was you, there is nothing to do.',
  noticeLink: 'Open your wallet',
})
