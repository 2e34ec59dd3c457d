/** The methods of AppKit's own Bitcoin provider (WBIP-002 and Sats Connect). */
export const bitcoinMethods = [
  'getInfo',
  'wallet_connect',
  'wallet_disconnect',
  'wallet_getAccount',
  'wallet_getNetwork',
  'getAccounts',
  'getAddresses',
  'signMessage',
  'signPsbt',
  'sendTransfer',
] as const
export type BitcoinMethod = (typeof bitcoinMethods)[number]
