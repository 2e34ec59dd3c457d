import { onTestFinished, vi } from 'vitest'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const agents = {
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`,
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/144.0.0.0 Mobile Safari/537.36',
  telegram:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/144.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.3',
}

/** Makes `navigator` report this device until the test ends. */
export const simulateDevice = (device: keyof typeof agents): void => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agents[device])
  onTestFinished(() => spy.mockRestore())
}
