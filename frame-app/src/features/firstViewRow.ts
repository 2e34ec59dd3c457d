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

export const firstTitleMessages = defineMessages('firstTitles', {
  connectWallet: 'Connect Wallet',
  whatIsAWallet: 'What is a wallet?',
})

/** The row of the first view. The shell imports this view statically, so that the view waits for no other file. */
export const firstViewRow: ViewRow<never> = {
  title: (read) => read(firstTitleMessages).connectWallet,
  headerAction: 'help',
}
