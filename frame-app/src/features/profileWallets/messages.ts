export const en = {
  chains: 'Chains',
  inUse: 'In use',
  connected: 'Also connected',
  accounts: (wallet: string) => `Accounts of ${wallet}`,
  disconnect: (wallet: string) => `Disconnect ${wallet}`,
  disconnectAll: 'Disconnect all',
  disconnecting: 'Disconnecting',
  disconnected: 'Wallet disconnected',
  disconnectFailed: 'Failed to disconnect wallet',
  switched: 'Account switched',
  switchFailed: 'Failed to switch wallet',
  waiting: 'Waiting for this wallet',
  dead: 'Not connected any more',
  reconnect: 'Reconnect',
  none: (network: string) => `No wallet for ${network} yet`,
  noneNext: 'Those of other chains stay connected beside it.',
  add: 'Add wallet',
  useAnother: 'Use another wallet',
}

export type ProfileWalletsMessages = typeof en
