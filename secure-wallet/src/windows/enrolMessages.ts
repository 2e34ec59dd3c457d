import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

export const englishMessages = defineMessages('enrol', {
  title: 'Enable your wallet on {site}?',
  lead: 'Then {site} can ask for signatures in this browser. Each one still waits for your yes.',
  /** Shown instead of `lead` if the request comes from another browser than this window's. */
  leadElsewhere: 'Then whoever uses that other browser has your wallet there.',
  elsewhereTitle: 'Another browser asks for your wallet',
  elsewhere:
    '{browser} asks, and you are using {ownBrowser}. If somebody told you to type their number here, they would take everything in your wallet.',
  enableElsewhere: 'Give it my wallet anyway',
  site: 'Site',
  browser: 'Browser',
  wallet: 'Wallet',
  number: 'Number that your wallet on {site} shows right now',
  note: 'It stands where you pressed “Open wallet window” a moment ago. If you see none there, or came here by a link, then cancel: no help desk asks for this.',
  numberMissing: 'Type the two digits first.',
  enable: 'Enable on {site}',
  cancel: 'Cancel',
  working: 'Enabling',
  tooSmall: 'Make this window larger to answer.',
  doneTitle: 'Enabled on {site}',
  refusedTitle: 'Nothing was enabled',
  wrongTitle: 'The numbers differ',
  wrong:
    'Nothing was enabled, to be safe. Somebody else may have sent you this link. If it was you, start again on the site.',
  done: 'You can close this window and go on where you came from.',
  goneTitle: 'This request has ended',
  gone: 'It was open too long, or it belongs to another account. Go back to the site and start again.',
})

export const messages = translate(englishMessages)
