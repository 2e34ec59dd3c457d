import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const collapsedMessages = defineMessages('collapsed', {
  wallets: 'Wallets',
  withWallet: 'Continue with a wallet',
})
