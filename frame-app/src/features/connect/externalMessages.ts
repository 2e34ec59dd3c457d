import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const connectingExternalMessages = defineMessages('external', {
  continueIn: 'Continue in {wallet}',
  acceptRequest: 'Accept connection request in the wallet',
  noWindow: 'No window? Look for {wallet} in the toolbar of your browser.',
  notAsked: 'Loading took a while, so {wallet} was not asked yet.',
  openWallet: 'Open {wallet}',
  declined: 'Connection declined',
  declinedWhy: 'You closed or declined the request in {wallet}. Nothing was shared.',
  failed: '{wallet} could not connect',
  connected: 'Connected',
  chooseAnother: 'Choose another wallet',
})
