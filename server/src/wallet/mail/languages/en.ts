import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

/** The English texts of the main server's mails. */
export const englishMailTexts = defineMessages('mail', {
  unknownLocation: 'unknown location',
  /** The location is approximate, because a network may be registered in one country and used in another. */
  approximateCountry: '{country} (approximate)',
  ownNetwork: 'the network of the wallet server',
  site: 'Site',
  browser: 'Browser',
  location: 'Location',
  codeSubject: 'Your code for {name}',
  codeTitle: 'Your code for {name}',
  codeExpiry: 'It is valid for {minutes} minutes and can be used once.',
  codeNote:
    'Enter it only on the page where you requested it. We never ask for this code anywhere else, neither by phone nor by email.',
  deviceSubject: 'A new browser wants to log in to {name}',
  deviceTitle: 'Is this you?',
  deviceText: 'A browser that we do not recognize wants to log in with your email address.',
  deviceButton: 'View the request',
  deviceExpiry: 'The link is valid for {minutes} minutes. Opening it changes nothing yet.',
  deviceNote: 'If you did not request this, open the link and refuse the login, or ignore this email.',
  frozenSubject: 'A login to {name} was refused',
  frozenTitle: 'A login from a new browser was refused',
  frozenText:
    'An earlier login was reported as not yours. For 24 hours after that report, no new browser can log in with your email address.',
  refusedSubject: 'New browsers cannot log in for 24 hours',
  refusedTitle: 'New browsers cannot log in',
  refusedText:
    'Somebody opened the link in our email and reported that the login was not theirs. For 24 hours, no new browser can log in with your email address. Browsers that you already use stay logged in.',
  unlockMethods: {
    passkey: 'a passkey',
    kit: 'a recovery kit',
    vault: 'the wallet window of a browser',
    guardian: 'recovery by email',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'A new unlock method for your wallet',
      text: 'Your wallet can now also be opened with {method}.',
    },
    unlockMethodRemoved: {
      subject: 'An unlock method of your wallet was removed',
      text: 'Your wallet can no longer be opened with {method}.',
    },
    exportRequested: {
      subject: 'Somebody asked to see the recovery phrase of your wallet',
      text: 'It can be shown from {time}. Anyone who has the phrase controls everything in your wallet.',
    },
    exported: {
      subject: 'The recovery phrase of your wallet is being shown',
      text: 'Anyone who has the phrase controls everything in your wallet. We never ask for it, neither by phone nor by email.',
    },
    keyRenewed: {
      subject: 'Your wallet gets a new key',
      text: 'Browsers and passkeys that opened your wallet before no longer open it, unless they were set up again. Your addresses and your recovery phrase stay the same. Destroy recovery kits that you saved before: they still reveal that phrase.',
    },
    deletionRequested: {
      subject: 'Your wallet account will be deleted on {time}',
      text: 'From {time}, our server can no longer help to open your wallet. Until then, you can cancel the deletion in your wallet under Security.',
    },
    deleted: {
      subject: 'Your wallet account was deleted',
      text: 'Our server can no longer help to open your wallet. A recovery kit or the recovery phrase still opens it, if you saved one.',
    },
  },
  noticeNote: 'If this was not you, open your wallet, sign out everywhere and check its Security page.',
  noticeLink: 'Open your wallet',
})
