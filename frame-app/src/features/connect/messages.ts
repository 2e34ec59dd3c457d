export const en = {
  wallets: 'Wallets',
  loadingWallets: 'Loading wallets',
  installed: 'Installed',
  recent: 'Recent',
  legacy: 'Detected',
  qrCode: 'QR code',
  searchWallet: 'Search Wallet',

  reconnecting: 'Waiting for your wallet',
  reconnectingNext: 'You were connected before. Unlock your wallet to go on, or choose one here.',
  noWallets: 'No wallet in this browser',
  noWalletsNext: 'Install one, or open this page in the browser of your wallet app.',

  newToWallets: 'New to wallets?',
  getStarted: 'Get started',
  agreement: 'By connecting you agree to the {terms} and {privacy} of this site',
  agreementToTerms: 'By connecting you agree to the {terms} of this site',
  agreementToPrivacy: 'By connecting you agree to the {privacy} of this site',
  terms: 'Terms',
  privacy: 'Privacy',
  acceptance: 'I accept the {terms} and {privacy} of this site',
  acceptanceOfTerms: 'I accept the {terms} of this site',
  acceptanceOfPrivacy: 'I accept the {privacy} of this site',
  acceptanceOfNone: 'I accept that this site sees my public address',
  termsOfService: 'terms of service',
  privacyPolicy: 'privacy policy',

  continueIn: (wallet: string) => `Continue in ${wallet}`,
  acceptRequest: 'Accept connection request in the wallet',
  noWindow: (wallet: string) => `No window? Look for ${wallet} in the toolbar of your browser.`,
  declined: 'Connection declined',
  declinedWhy: (wallet: string) => `You closed or declined the request in ${wallet}. Nothing was shared.`,
  failed: (wallet: string) => `${wallet} could not connect`,
  connected: 'Connected',
  chooseAnother: 'Choose another wallet',
}

export type ConnectMessages = typeof en
