import type { Age } from '../../core/domain/text.ts'

const units = { yr: 'yr', mo: 'mo', d: 'd', hrs: 'hrs', min: 'min', sec: 'sec' } satisfies Record<Age['unit'], string>

export const en = {
  copyAddress: ', copy full address',
  addressCopied: 'Address copied',
  copyFailed: 'Failed to copy',
  loadingBalance: 'Loading balance',
  refreshBalance: 'Refresh balance',
  updated: ({ unit, count }: Age) => `Updated ${count} ${units[unit]} ago`,
  balanceUnavailable: 'Token Balance Unavailable',
  balanceNotLoaded: 'Your balance did not load',
  receive: 'Receive',
  receiveBy: 'Your address and its code',
  addressCode: 'Code of your address',
  copy: 'Copy address',
  andMore: (network: string, count: number) => `${network} and ${count} more`,
  compatibleNetworks: 'Compatible Networks',
  blockExplorer: 'Block explorer',
  wallets: 'Wallets',
  connectedCount: (count: number) => `${count} connected`,
  settings: 'Wallet settings',
  settingsOf: 'Devices, recovery, export',
  settingsFailed: 'Settings could not be opened',
  connectedHere: 'Connected here',
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting',
  disconnectFailed: 'Failed to disconnect',
}

export type AccountMessages = typeof en
