import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { defineMessages, fillText, type Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { ReactNode } from 'react'
import type { WalletIdsByNamespace } from '../core/connectors/order.ts'

type Loaded<Data> = (props: { data: Data }) => ReactNode

type View<Data> = {
  /** The title of the view, an h1 in the header. */
  title: (text: Translation<typeof titleMessages.en>, data: Data) => string
  /** Loads the code of the view. */
  load: () => Promise<Loaded<Data>>
  /**
   * The button at the start of the header, shown if there is no view to go back to: `help`, or `network`, which shows
   * the active network instead of a title.
   */
  headerAction?: 'help' | 'network'
  readonly data?: Data
}

const view = <Data = never>(row: Omit<View<Data>, 'data'>): View<Data> => row

/**
 * Declares the first view in the table below. It has no `load`, because the shell imports this view statically, so that
 * the view waits for no chunk.
 */
const firstView = (row: Omit<View<never>, 'load'>): Omit<View<never>, 'load'> => row

/** The titles of all views. The header shows a title before the other texts of its view have loaded. */
export const titleMessages = defineMessages('titles', {
  connectWallet: 'Connect Wallet',
  selectChain: 'Select Chain',
  account: 'Account',
  receive: 'Receive',
  wallets: 'Wallets',
  chooseNetwork: 'Choose Network',
  switchChain: 'Switch Chain',
  switchNetwork: 'Switch Network',
  signIn: 'Sign In',
  whatIsAWallet: 'What is a wallet?',
  confirm: 'Confirm',
  allWallets: 'All Wallets',
  getAWallet: 'Get a wallet',
  getWallet: 'Get {wallet}',
  panels: {
    verifyDevice: 'Register Device',
    verifyCode: 'Confirm Email',
    newWallet: 'Your Wallet',
    recover: 'Recover Wallet',
    approve: 'Approve Transaction',
    settings: 'Settings',
  },
})

/** A wallet of the directory or of the host's own list, and its icon. */
type ListedWallet = { wallet: DirectoryWallet; iconUrl?: string | undefined }

/** The table of all views. The type argument of `view` is the data that the screens of that view carry. */
export const views = {
  Connect: firstView({ title: (text) => text.connectWallet, headerAction: 'help' }),
  ConnectingExternal: view<{ walletId: string; name: string }>({
    title: (_text, { name }) => name,
    load: async () => (await import('./connect/ConnectingExternalView.tsx')).ConnectingExternalView,
  }),
  ConnectingMultiChain: view<{ name: string; iconUrl?: string | undefined; walletIds: WalletIdsByNamespace }>({
    title: (text) => text.selectChain,
    load: async () => (await import('./connect/ConnectingMultiChainView.tsx')).ConnectingMultiChainView,
  }),
  ConnectingWalletConnect: view<ListedWallet>({
    title: (_text, { wallet }) => wallet.name,
    load: async () => (await import('./walletConnect/ConnectingWalletConnectView.tsx')).ConnectingWalletConnectView,
  }),
  ConnectingWalletConnectBasic: view({
    title: () => 'WalletConnect',
    load: async () =>
      (await import('./walletConnect/ConnectingWalletConnectBasicView.tsx')).ConnectingWalletConnectBasicView,
  }),
  ConfirmInWallet: view({
    title: (text) => text.confirm,
    load: async () => (await import('./walletConnect/ConfirmInWalletView.tsx')).ConfirmInWalletView,
  }),
  AllWallets: view({
    title: (text) => text.allWallets,
    load: async () => (await import('./allWallets/AllWalletsView.tsx')).AllWalletsView,
  }),
  Downloads: view<ListedWallet>({
    title: (text, { wallet }) => fillText(text.getWallet, { wallet: wallet.name }),
    load: async () => (await import('./getWallet/DownloadsView.tsx')).DownloadsView,
  }),
  GetWallet: view({
    title: (text) => text.getAWallet,
    load: async () => (await import('./getWallet/GetWalletView.tsx')).GetWalletView,
  }),
  Account: view({
    title: (text) => text.account,
    load: async () => (await import('./account/chunk.ts')).AccountView,
    headerAction: 'network',
  }),
  WalletReceive: view({
    title: (text) => text.receive,
    load: async () => (await import('./account/chunk.ts')).WalletReceiveView,
  }),
  ProfileWallets: view({
    title: (text) => text.wallets,
    load: async () => (await import('./profileWallets/ProfileWalletsView.tsx')).ProfileWalletsView,
  }),
  Networks: view({
    title: (text) => text.chooseNetwork,
    load: async () => (await import('./networks/NetworksView.tsx')).NetworksView,
  }),
  SwitchNetwork: view<{ caipNetworkId: string; name: string }>({
    title: (_text, { name }) => name,
    load: async () => (await import('./networks/chunk.ts')).SwitchNetworkView,
  }),
  SwitchActiveChain: view<{ caipNetworkId: string; name: string }>({
    title: (text) => text.switchChain,
    load: async () => (await import('./networks/chunk.ts')).SwitchActiveChainView,
  }),
  UnsupportedChain: view({
    title: (text) => text.switchNetwork,
    load: async () => (await import('./networks/chunk.ts')).UnsupportedChainView,
  }),
  SIWXSignMessage: view({
    title: (text) => text.signIn,
    load: async () => (await import('./signIn/SIWXSignMessageView.tsx')).SIWXSignMessageView,
  }),
  ConnectingSiwe: view({
    title: (text) => text.signIn,
    load: async () => (await import('./signIn/ConnectingSiweView.tsx')).ConnectingSiweView,
  }),
  SecurePanel: view<{ panel: SecureView }>({
    title: (text, { panel }) => text.panels[panel],
    load: async () => (await import('./secure/SecurePanelView.tsx')).SecurePanelView,
  }),
  WhatIsAWallet: view({
    title: (text) => text.whatIsAWallet,
    load: async () => (await import('./help/WhatIsAWalletView.tsx')).WhatIsAWalletView,
  }),
}
