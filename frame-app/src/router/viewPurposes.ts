/** Views that connect a wallet. The visit ends when an account connects on one of these views. */
export const connectViews = new Set<string>([
  'Connect',
  'ConnectWallets',
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

/** Views on which the visitor signs in. */
export const signInViews = new Set<string>(['SIWXSignMessage', 'ConnectingSiwe'])

/** Views on which the visitor chooses or switches a network. */
export const networkViews = new Set<string>(['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'])
