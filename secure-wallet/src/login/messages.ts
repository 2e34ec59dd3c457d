import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** English texts of login and recovery. `fillText` replaces `{name}`. */
export const englishMessages = defineMessages('login', {
  code: {
    title: 'Enter the code we sent',
    lead: 'to {email}',
    group: '{n}-character code',
    digit: 'Digit {n} of 6',
    long: 'Code',
    checking: 'Checking the code',
    valid: 'The code works for 5 minutes and three tries.',
    expiredTitle: 'This code has expired',
    expired: 'Codes work for 5 minutes. Ask for a new one.',
    deadTitle: 'Too many wrong codes',
    dead: 'This code is used up. Ask for a new one.',
    endedTitle: 'This login has ended',
    ended: 'It was finished or replaced by another one. Start again.',
  },
  keyboard: {
    title: { code: 'We hid your code', words: 'We hid your words' },
    once: {
      code: 'The page behind this card took the keyboard. It may have seen your last key. Tap a box to go on.',
      words: 'The page behind this card took the keyboard. It may have seen your last key. Tap the field to go on.',
    },
    againTitle: 'The page took the keyboard again',
    again: {
      code: 'Type your code in the wallet’s own window. Nothing on this page can listen there.',
      words: 'Type your words in the wallet’s own window. Nothing on this page can listen there.',
    },
    open: 'Open wallet window',
    goOn: 'Go on here',
    blocked: 'The window did not open. Allow windows for this site, and try again.',
  },
  resend: 'Resend',
  resendIn: 'Resend in {n} s',
  sendNew: 'Send a new code',
  again: 'Start again',
  otherEmail: 'Use another email',
  sent: 'Sent again',
  working: {
    title: 'One moment',
    opening: 'Opening your wallet',
    making: 'Making your wallet',
    solving: 'Many codes were requested. Your browser does a short check, which takes a few seconds.',
    failedTitle: 'That did not work',
    again: 'Try again',
    notNow: 'Not now',
  },
  captcha: {
    title: 'Show that you are a person',
    lead: 'Many codes were requested and not used. Solve a short task in a window, then we send yours.',
    open: 'Open the task',
    blocked: 'The browser did not open the window. Allow windows for this site, and try again.',
  },
  passkey: {
    title: 'Your browser asks for a passkey',
    lead: 'Answer there, by finger, face, PIN or key.',
    waiting: 'Waiting for the passkey',
    back: 'Back',
  },
  newWallet: {
    title: 'Your wallet is ready',
    lead: 'One wallet for Ethereum networks and Solana, made in this browser.',
    assistedTitle: 'How it can be recovered',
    assisted:
      'Without this browser, a link sent to {email} and a waiting time bring you back in. So whoever runs {operator} and its recovery service together could open this wallet.',
    ownWay: 'A passkey or a recovery kit, both in Security, makes you independent of that.',
    receiveTitle: 'It can only receive for now',
    receive:
      'Set up a passkey or a recovery kit in Security before you send or sign. Without one, losing this browser would lose the wallet.',
    windowTitle: 'Only this browser opens it',
    window:
      'Nothing else brings you back in yet. Set up a passkey or a recovery kit in Security: without one, losing this browser would lose the wallet.',
    noStorageTitle: 'This browser keeps nothing here',
    noStorage: 'When you leave this page, the wallet is gone from it. Next time you sign in and recover it again.',
    noStorageFirst:
      'What is made here ends with this page. Set up a passkey or a recovery kit now. Your wallet starts once you have one of them, and it stays.',
    privateWindow: 'In a private window, this browser forgets the wallet once you close it.',
    go: 'Continue',
    security: 'Open Security',
  },
  recover: {
    title: 'Unlock your wallet here',
    lead: 'This browser has not opened it on {site} before.',
    leadForgot: 'This browser has not opened it on {site} before, or forgot it, as a private window does.',
    passkey: 'Use a passkey',
    kit: 'Use my recovery kit',
    kitLine: 'The file and its seven words',
    guardian: 'Recover by email',
    guardianLine: 'With a link in your email and a waiting time',
    created: 'Made on {site} in {browser}, {date}.',
    createdNote: 'If that was not you, use another email address.',
    none: 'There is no way left to open it in this browser. Open it where you used it before, and add a passkey or a recovery kit there.',
    later: 'Until then you can look and receive.',
    notNow: 'Not now',
    link: {
      title: 'Confirm your sign-in',
      lead: 'Open the link we sent to {email} and pick this number.',
      help: 'Nothing there? Look in spam. The link works for 10 minutes.',
      back: 'Use another way',
      ends: {
        expired: { title: 'The link has expired', lead: 'Nobody opened it in time. You can ask for a new one.' },
        wrong: {
          title: 'A different number was picked',
          lead: 'So your wallet stayed closed. Start again, and pick the number you see here.',
        },
        stopped: {
          title: 'This sign-in was stopped',
          lead: 'So your wallet stayed closed. You can start again.',
        },
        frozen: {
          title: 'Email recovery is off until tomorrow',
          lead: 'Someone pressed “This was not me” in your email. Use a passkey or your recovery kit, or come back then.',
        },
      },
    },
    delayTitle: 'The waiting time runs',
    delay: 'It protects you if someone else reads your mail. Your wallet opens here by itself.',
    stay: 'Keep this page open: this browser keeps nothing for later.',
    comeBack: 'You can leave and come back.',
    passkeyFailedTitle: 'Still locked',
    passkeyProblems: {
      declined: 'The browser gave no passkey. It was declined, took too long, or there is none here.',
      known: 'The passkey did not open the wallet.',
      unfit: 'The passkey did not open the wallet.',
    },
    kitTitle: 'Open with your recovery kit',
    kitFile: 'Recovery kit file',
    kitWords: 'Seven words',
    kitOpen: 'Open wallet',
    kitOpening: 'Opening. This takes a few seconds',
    kitFailed: 'File and words do not fit together, or belong to another wallet.',
    back: 'Another way',
  },
})

export const messages = translate(englishMessages)
