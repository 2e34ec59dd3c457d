/** Views that connect: an account that comes while one of them shows is what the visitor came for. */
export const connecting = new Set<string>([
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
])

/** Views that choose a network. */
export const choosing = new Set<string>(['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'])
