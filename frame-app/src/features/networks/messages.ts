import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const networksMessages = defineMessages('networks', {
  search: 'Search network',
  networks: 'Networks',
  testnet: 'Testnet',
  notSupported: '{wallet} does not support it',
  yourWallet: 'Your wallet',
  noneFound: 'No network found',
  found: { one: '1 network', other: '{n} networks' },

  approve: 'Approve in wallet',
  asks: '{wallet} asks you to move from {from} to {to}.',
  asksTo: '{wallet} asks you to move to {to}.',
  declined: 'Switch declined',
  failed: '{wallet} could not switch',
  stillOn: 'You are still on {network}.',
  stay: 'Stay on {network}',
  goBack: 'Choose another network',
  done: 'You are on {network}',

  noAccount: '{wallet} has no {network} account',
  staysConnected: 'Connect a {network} wallet. {wallet} stays connected for {current}.',
  connectFor: 'Connect a {network} wallet',
  notNow: 'Not now',

  unsupported: '{app} does not work on this network',
  unsupportedWhy: 'Your wallet is on chain {chainId}. Switch to continue.',
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting',
  disconnectFailed: 'Failed to disconnect',
})
