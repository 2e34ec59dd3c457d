import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const getWalletMessages = defineMessages('getWallet', {
  install: 'Install {wallet}, then come back and reload this page.',
  extension: 'Browser extension',
  iphone: 'iPhone app',
  android: 'Android app',
  webApp: 'Web app',
  website: 'Website',
  get: 'Get',
  phone: 'Phone',
  browser: 'Browser',
  phoneAndBrowser: 'Phone and browser',
  seeAll: 'See all wallets',
})
