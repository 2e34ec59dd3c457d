/** The device, as far as it decides how a wallet opens. The window's width says nothing about that. */
export type Device = {
  system: 'ios' | 'android' | 'desktop'
  /** Telegram's browser opens https links only. */
  isTelegram: boolean
}

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
  // iPads identify as Macs, and no Mac has a touch screen.
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop'
}

/** On a phone wallets are apps of the same device, which can't scan its screen. */
export const isPhone = ({ system }: Device): boolean => system !== 'desktop'
