import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../../languages/translate.ts'

/** English texts with which one browser asks another one for the wallet. They load with the panels of both. */
export const englishMessages = defineMessages('join', {
  title: 'Confirm in your other browser',
  lead: 'On a browser or phone where you use this wallet, open {name} and pick this number there.',
  help: 'It goes on here by itself. The number works for ten minutes.',
  back: 'Another way',
  wrongTitle: 'A different number was picked',
  wrong: 'Nothing was opened, to be safe. You can start again.',
  expiredTitle: 'The number has expired',
  expired: 'Nobody picked it in time, so nothing was opened. You can start again.',
  again: 'Start again',
  signedOutTitle: 'This browser was signed out',
  signedOut:
    'Somebody pressed “This was not me” in another browser of this wallet. If it is you here, sign in again and choose another way.',
  askTitle: 'Is it you on another browser?',
  ask: 'It asks for your wallet. Pick the number that it shows. You have one try.',
  site: 'Site',
  browser: 'Browser',
  time: 'Time',
  number: 'Number on the other browser',
  warning: 'If somebody told you a number, stop: whoever uses that browser would have your wallet.',
  give: 'Open my wallet there',
  notMe: 'This was not me',
  working: 'Opening your wallet there',
  doneTitle: 'Your wallet is open there',
  done: 'You can go on in the other browser.',
  endedTitle: 'Nothing was opened',
  refused: 'That browser was signed out. No other browser can ask here until tomorrow.',
  gone: 'The request has ended.',
  ok: 'Done',
})

export const messages = translate(englishMessages)
