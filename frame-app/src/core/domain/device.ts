/**
 * The facts of a device that decide how a wallet opens. The width of the window does not matter, because it says
 * nothing about installed apps.
 */
export type Device = {
  system: 'ios' | 'android' | 'desktop'
  /** Whether the page runs in Telegram's browser, which opens https links only. */
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

/** On a phone the wallets are apps of this device, which can't scan a QR code on its own screen. */
export const isPhone = ({ system }: Device): boolean => system !== 'desktop'
