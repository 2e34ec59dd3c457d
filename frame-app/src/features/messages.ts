/** Words that every view shares, and the titles. */
export const en = {
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  connectWallet: 'Connect Wallet',
  selectChain: 'Select Chain',
  account: 'Account',
  chooseNetwork: 'Choose Network',
  switchChain: 'Switch Chain',
  switchNetwork: 'Switch Network',
  whatIsAWallet: 'What is a wallet?',
  confirm: 'Confirm',
  allWallets: 'All Wallets',
  getAWallet: 'Get a wallet',
  getWallet: (wallet: string) => `Get ${wallet}`,
  networkIs: 'Network: ',
  unknownNetwork: 'Unknown network',
  networkNotUsed: 'This app does not use your network',
  switchShort: 'Switch',
  loading: 'Loading',
  chunkFailed: 'This part could not be loaded',
  chunkFailedNext: 'Check your connection, then try again.',
  viewFailed: 'Something went wrong',
  viewFailedNext: 'Nothing was sent. Try again, or close this window.',
  closeRefused: 'Choose a network first. Close a second time to disconnect and leave.',
}

export type GeneralMessages = typeof en
