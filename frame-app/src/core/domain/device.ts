/** On what this page runs, as far as it decides how a wallet is opened. Never told from the width of the window. */
export type Device = {
  system: 'ios' | 'android' | 'desktop'
  /** Inside Telegram, whose pages open no scheme but https. */
  isTelegram: boolean
}

/** What of the window tells. */
type DeviceScope = {
  readonly navigator: { readonly userAgent: string; readonly maxTouchPoints: number }
  readonly TelegramWebviewProxy?: unknown
}

export const readDevice = (scope: DeviceScope): Device => {
  const { userAgent, maxTouchPoints } = scope.navigator
  return {
    system: readSystem(userAgent, maxTouchPoints),
    isTelegram: /Telegram/i.test(userAgent) || scope.TelegramWebviewProxy !== undefined,
  }
}

const readSystem = (userAgent: string, maxTouchPoints: number): Device['system'] => {
  if (/Android/i.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  // An iPad calls itself a Mac, and no Mac has a touch screen.
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop'
}

/** Where wallets are apps beside the browser, so that a code on the screen could not be scanned. */
export const isPhone = ({ system }: Device): boolean => system !== 'desktop'
