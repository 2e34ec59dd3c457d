import { ConnectView } from './connect/ConnectView.tsx'
import { view } from './view.ts'

/** Every view. A row's type argument is the data that a screen of it carries. */
export const views = {
  Connect: view({ title: (text) => text.connectWallet, load: () => ConnectView, corner: 'help' }),
  ConnectingExternal: view<{ walletId: string; name: string }>({
    title: (_text, { name }) => name,
    load: async () => (await import('./connect/ConnectingExternalView.tsx')).ConnectingExternalView,
  }),
  Account: view({
    title: (text) => text.account,
    load: async () => (await import('./account/AccountView.tsx')).AccountView,
    corner: 'network',
  }),
  Networks: view({
    title: (text) => text.chooseNetwork,
    load: async () => (await import('./networks/NetworksView.tsx')).NetworksView,
  }),
  SwitchNetwork: view<{ caipNetworkId: string; name: string }>({
    title: (_text, { name }) => name,
    load: async () => (await import('./networks/SwitchNetworkView.tsx')).SwitchNetworkView,
  }),
  UnsupportedChain: view({
    title: (text) => text.switchNetwork,
    load: async () => (await import('./networks/UnsupportedChainView.tsx')).UnsupportedChainView,
  }),
  WhatIsAWallet: view({
    title: (text) => text.whatIsAWallet,
    load: async () => (await import('./help/WhatIsAWalletView.tsx')).WhatIsAWalletView,
  }),
}
