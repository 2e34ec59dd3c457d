import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const allWalletsMessages = defineMessages('allWallets', {
  search: 'Search Wallet',
  clear: 'Clear search',
  certified: 'Certified wallets only',
  showCode: 'Show QR code',
  wallets: 'Wallets',
  loading: 'Loading wallets',
  found: { one: '1 wallet found', other: '{n} wallets found' },
  noneFound: 'No Wallet found',
  noneFoundNext: 'Any wallet that can scan a QR code works here too.',
  unreachable: 'The wallet list did not load',
  unreachableNext: 'Your installed wallets and the QR code still work.',
  offline: 'You are offline',
  offlineNext: 'Check your connection, then try again.',
  incomplete: 'Some wallets did not load',
  incompleteNext: 'Check your connection, then try again.',
})
