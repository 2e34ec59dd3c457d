export const en = {
  search: 'Search network',
  networks: 'Networks',
  testnet: 'Testnet',
  notSupported: (wallet: string) => `${wallet} does not support it`,
  yourWallet: 'Your wallet',
  noneFound: 'No network found',
  found: (count: number) => (count === 1 ? '1 network' : `${count} networks`),

  approve: 'Approve in wallet',
  asks: (wallet: string, from: string, to: string) => `${wallet} asks you to move from ${from} to ${to}.`,
  asksTo: (wallet: string, to: string) => `${wallet} asks you to move to ${to}.`,
  declined: 'Switch declined',
  failed: (wallet: string) => `${wallet} could not switch`,
  stillOn: (network: string) => `You are still on ${network}.`,
  stay: (network: string) => `Stay on ${network}`,
  goBack: 'Choose another network',
  done: (network: string) => `You are on ${network}`,

  noAccount: (wallet: string, network: string) => `${wallet} has no ${network} account`,
  staysConnected: (wallet: string, network: string, current: string) =>
    `Connect a ${network} wallet. ${wallet} stays connected for ${current}.`,
  connectFor: (network: string) => `Connect a ${network} wallet`,
  notNow: 'Not now',

  unsupported: (app: string) => `${app} does not work on this network`,
  unsupportedWhy: (chainId: string) => `Your wallet is on chain ${chainId}. Switch to continue.`,
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting',
  disconnectFailed: 'Failed to disconnect',
}

export type NetworksMessages = typeof en
