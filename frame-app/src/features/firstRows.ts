import {
  defineMessages,
  type Messages,
  type Texts,
  type Translation,
} from '@appkit-frame/loader/protocol/messages/messages.ts'

/** Returns the texts of a set of messages in the visitor's language. */
export type ReadMessages = <English extends Texts>(messages: Messages<string, English>) => Translation<English>

/** The title and the button that the header shows for a view. */
export type ViewRow<Data> = {
  /** The title of the view, an h1 in the header. */
  title: (read: ReadMessages, data: Data) => string
  /**
   * The button at the start of the header, shown if there is no view to go back to: `help`, or `network`, which shows
   * the active network instead of a title.
   */
  headerAction?: 'help' | 'network'
}

type Named = { name: string }
const row = <Data = unknown>(of: ViewRow<Data>): ViewRow<Data> => of

export const firstTitleMessages = defineMessages('firstTitles', {
  connectWallet: 'Connect Wallet',
  whatIsAWallet: 'What is a wallet?',
  selectChain: 'Select Chain',
  allWallets: 'All Wallets',
})

/**
 * The rows of the first view, and of the views that it leads to. Their titles are shown before the table of views has
 * loaded.
 */
export const firstRows = {
  Connect: row({ title: (read) => read(firstTitleMessages).connectWallet, headerAction: 'help' }),
  ConnectWallets: row({ title: (read) => read(firstTitleMessages).connectWallet }),
  ConnectingExternal: row<Named>({ title: (_read, { name }) => name }),
  ConnectingMultiChain: row({ title: (read) => read(firstTitleMessages).selectChain }),
  ConnectingWalletConnect: row<{ wallet: Named }>({ title: (_read, { wallet }) => wallet.name }),
  ConnectingWalletConnectBasic: row({ title: () => 'WalletConnect' }),
  AllWallets: row({ title: (read) => read(firstTitleMessages).allWallets }),
  WhatIsAWallet: row({ title: (read) => read(firstTitleMessages).whatIsAWallet }),
}
