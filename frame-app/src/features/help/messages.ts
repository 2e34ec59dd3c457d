export const en = {
  signIn: 'Your sign-in',
  signInWhy: 'One account for every site, without a password',
  things: 'Your things',
  thingsWhy: 'Holds what you own and lets you send it',
  keys: 'Your keys',
  keysWhy: 'Nothing moves before you approve it in your wallet',
  choose: 'Choose a wallet',
}

export type HelpMessages = typeof en
