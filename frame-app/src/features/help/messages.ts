import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const helpMessages = defineMessages('help', {
  getAWallet: 'Get a wallet',
  signIn: 'Your sign-in',
  signInWhy: 'One account for every site, without a password',
  things: 'Your things',
  thingsWhy: 'Holds what you own and lets you send it',
  keys: 'Your keys',
  keysWhy: 'Nothing moves before you approve it in your wallet',
  choose: 'Choose a wallet',
  emailTitle: 'All you need is your email',
  emailLead: 'We send you a code, and your wallet is there. No app, no words to write down.',
})
