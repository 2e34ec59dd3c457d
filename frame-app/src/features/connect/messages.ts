import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const connectMessages = defineMessages('connect', {
  wallets: 'Wallets',
  loadingWallets: 'Loading wallets',
  installed: 'Installed',
  recent: 'Recent',
  legacy: 'Detected',
  qrCode: 'QR code',
  searchWallet: 'Search Wallet',

  newToWallets: 'New to wallets?',
  getStarted: 'Get started',
  agreement: 'By connecting you agree to the {terms} and {privacy} of this site',
  agreementToTerms: 'By connecting you agree to the {terms} of this site',
  agreementToPrivacy: 'By connecting you agree to the {privacy} of this site',
  terms: 'Terms',
  privacy: 'Privacy',
})
