import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { defineMessages, fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import type { WalletIdsByNamespace } from '../core/connectors/order.ts'
import { hasLeftAtom } from '../core/state/hasLeft.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { EmailForm } from './connect/EmailForm.tsx'
import { firstRows, type ViewRow } from './firstRows.ts'

type Loaded<Data> = (props: { data: Data }) => ReactNode

type View<Data> = ViewRow<Data> & {
  /** Loads the code of the view. */
  load: () => Promise<Loaded<Data>>
  readonly data?: Data
}

const view = <Data = never>(row: Omit<View<Data>, 'data'>): View<Data> => row

/**
 * The titles of all views that the first view does not lead to. The header shows a title before the other texts of its
 * view have loaded.
 */
export const titleMessages = defineMessages('titles', {
  account: 'Account',
  receive: 'Receive',
  wallets: 'Wallets',
  chooseNetwork: 'Choose Network',
  switchChain: 'Switch Chain',
  switchNetwork: 'Switch Network',
  signIn: 'Sign In',
  confirm: 'Confirm',
  getAWallet: 'Get a wallet',
  getWallet: 'Get {wallet}',
  panels: {
    verifyCode: 'Confirm Email',
    passkey: 'Passkey',
    newWallet: 'Your Wallet',
    recover: 'Confirm Your Sign-In',
    approve: 'Approve Transaction',
    settings: 'Settings',
    return: 'Connect Wallet',
  },
})

/** A wallet of the directory or of the host's own list, and its icon. */
type ListedWallet = { wallet: DirectoryWallet; iconUrl?: string | undefined }

const Return = lazyComponent(async () => (await import('./secure/Return.tsx')).createReturn(EmailForm))
/** The part of the Connect view for the login by email. */
export const returnFormAtom = atom((get) => (get(hasLeftAtom) ? Return : EmailForm))

/**
 * The table of all views but the first. It loads after the first view. The type argument of `view` is the data that the
 * screens of that view carry.
 */
export const views = {
  ConnectWallets: view<never>({
    ...firstRows.ConnectWallets,
    load: async () => (await import('./connect/ConnectWalletsView.tsx')).ConnectWalletsView,
  }),
  ConnectingExternal: view<{ walletId: string; name: string }>({
    ...firstRows.ConnectingExternal,
    load: async () => (await import('./connect/ConnectingExternalView.tsx')).ConnectingExternalView,
  }),
  ConnectingMultiChain: view<{ name: string; iconUrl?: string | undefined; walletIds: WalletIdsByNamespace }>({
    ...firstRows.ConnectingMultiChain,
    load: async () => (await import('./connect/ConnectingMultiChainView.tsx')).ConnectingMultiChainView,
  }),
  ConnectingWalletConnect: view<ListedWallet>({
    ...firstRows.ConnectingWalletConnect,
    load: async () => (await import('./walletConnect/ConnectingWalletConnectView.tsx')).ConnectingWalletConnectView,
  }),
  ConnectingWalletConnectBasic: view<never>({
    ...firstRows.ConnectingWalletConnectBasic,
    load: async () =>
      (await import('./walletConnect/ConnectingWalletConnectBasicView.tsx')).ConnectingWalletConnectBasicView,
  }),
  ConfirmInWallet: view({
    title: (read) => read(titleMessages).confirm,
    load: async () => (await import('./walletConnect/ConfirmInWalletView.tsx')).ConfirmInWalletView,
  }),
  AllWallets: view<never>({
    ...firstRows.AllWallets,
    load: async () => (await import('./allWallets/AllWalletsView.tsx')).AllWalletsView,
  }),
  Downloads: view<ListedWallet>({
    title: (read, { wallet }) => fillText(read(titleMessages).getWallet, { wallet: wallet.name }),
    load: async () => (await import('./getWallet/DownloadsView.tsx')).DownloadsView,
  }),
  GetWallet: view({
    title: (read) => read(titleMessages).getAWallet,
    load: async () => (await import('./getWallet/GetWalletView.tsx')).GetWalletView,
  }),
  Account: view({
    title: (read) => read(titleMessages).account,
    load: async () => (await import('./account/chunk.ts')).AccountView,
    headerAction: 'network',
  }),
  WalletReceive: view({
    title: (read) => read(titleMessages).receive,
    load: async () => (await import('./account/chunk.ts')).WalletReceiveView,
  }),
  ProfileWallets: view({
    title: (read) => read(titleMessages).wallets,
    load: async () => (await import('./profileWallets/ProfileWalletsView.tsx')).ProfileWalletsView,
  }),
  Networks: view({
    title: (read) => read(titleMessages).chooseNetwork,
    load: async () => (await import('./networks/NetworksView.tsx')).NetworksView,
  }),
  SwitchNetwork: view<{ caipNetworkId: string; name: string }>({
    title: (_read, { name }) => name,
    load: async () => (await import('./networks/chunk.ts')).SwitchNetworkView,
  }),
  SwitchActiveChain: view<{ caipNetworkId: string; name: string }>({
    title: (read) => read(titleMessages).switchChain,
    load: async () => (await import('./networks/chunk.ts')).SwitchActiveChainView,
  }),
  UnsupportedChain: view({
    title: (read) => read(titleMessages).switchNetwork,
    load: async () => (await import('./networks/chunk.ts')).UnsupportedChainView,
  }),
  SIWXSignMessage: view({
    title: (read) => read(titleMessages).signIn,
    load: async () => (await import('./signIn/SIWXSignMessageView.tsx')).SIWXSignMessageView,
  }),
  ConnectingSiwe: view({
    title: (read) => read(titleMessages).signIn,
    load: async () => (await import('./signIn/ConnectingSiweView.tsx')).ConnectingSiweView,
  }),
  SecurePanel: view<{ panel: SecureView }>({
    title: (read, { panel }) => read(titleMessages).panels[panel],
    load: async () => (await import('./secure/SecurePanelView.tsx')).SecurePanelView,
  }),
  WhatIsAWallet: view<never>({
    ...firstRows.WhatIsAWallet,
    load: async () => (await import('./help/WhatIsAWalletView.tsx')).createWhatIsAWalletView(EmailForm),
  }),
}
