export const en = {
  search: 'Search Wallet',
  clear: 'Clear search',
  certified: 'Certified wallets only',
  showCode: 'Show QR code',
  wallets: 'Wallets',
  loading: 'Loading wallets',
  found: (count: number) => (count === 1 ? '1 wallet found' : `${count} wallets found`),
  noneFound: 'No Wallet found',
  noneFoundNext: 'Any wallet that can scan a QR code works here too.',
  unreachable: 'The wallet list did not load',
  unreachableNext: 'Your installed wallets and the QR code still work.',
  offline: 'You are offline',
  offlineNext: 'Check your connection, then try again.',
  incomplete: 'Some wallets did not load',
  incompleteNext: 'Check your connection, then try again.',
}

export type AllWalletsMessages = typeof en
