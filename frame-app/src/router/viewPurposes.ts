/** Views that connect a wallet. A new account on one of them ends the visit. */
export const connectViews = new Set<string>([
  'Connect',
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'AllWallets',
  'Downloads',
  'GetWallet',
  'WhatIsAWallet',
  'UnsupportedChain',
  'SecurePanel',
])

/** Views that sign in. */
export const signInViews = new Set<string>(['SIWXSignMessage', 'ConnectingSiwe'])

/** Views that choose a network. */
export const networkViews = new Set<string>(['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'])
