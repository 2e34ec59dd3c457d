export const en = {
  install: (wallet: string) => `Install ${wallet}, then come back. This page remembers where you were.`,
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
