import { words } from '../ui/words.ts'

export const english = {
  title: 'Enable your wallet on {site}?',
  lead: 'Then {site} can ask for signatures in this browser. Each one still waits for your yes.',
  site: 'Site',
  browser: 'Browser',
  wallet: 'Wallet',
  note: 'Go on only if you pressed “Open wallet window” there a moment ago.',
  enable: 'Enable on {site}',
  cancel: 'Cancel',
  working: 'Enabling',
  tooSmall: 'Make this window larger to answer.',
  doneTitle: 'Enabled on {site}',
  refusedTitle: 'Nothing was enabled',
  done: 'You can close this window and go on where you came from.',
  goneTitle: 'This request has ended',
  gone: 'It was open too long, or it belongs to another account. Go back to the site and start again.',
} as const

export const messages = words('enrol', english)
