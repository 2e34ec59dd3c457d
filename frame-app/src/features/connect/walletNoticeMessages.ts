import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const walletNoticeMessages = defineMessages('walletNotice', {
  reconnecting: 'Waiting for your wallet',
  reconnectingNext: 'You were connected before. Unlock your wallet to go on, or choose one here.',
  noWallets: 'No wallet in this browser',
  noWalletsNext: 'Install one, or open this page in the browser of your wallet app.',
})
