import type { Bootstrap, Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

export const sampleNetwork = (id: number, name: string): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id: `${id}`,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorer: { name: 'Explorer', url: `https://explorer.example/${id}` },
})

/** Sample project data, as the server writes it into the document. */
export const sampleBootstrap: Bootstrap = {
  version: '0.1.0',
  projectId: 'demo',
  projectName: 'Orchard',
  secureOrigin: 'https://wallet.example',
  allowedOrigins: ['https://shop.example'],
  networks: [sampleNetwork(1, 'Ethereum'), sampleNetwork(10, 'OP Mainnet')],
  defaultNetwork: 'eip155:1',
  wallets: [],
  walletCount: 0,
  options: {
    connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'recommended'],
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    customWallets: [],
    legalCheckbox: false,
    walletGuide: true,
    enableNetworkSwitch: true,
    unsupportedChain: 'view',
    signIn: 'none',
    debug: false,
  },
  theme: {},
  analytics: false,
}
