export const en = {
  install: (wallet: string) => `Install ${wallet}, then come back and reload this page.`,
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
}

export type GetWalletMessages = typeof en
