import { expect, test } from 'vitest'
import { type Device, isPhone, readDevice } from './device.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

test.each<[string, string, number, Device['system'], boolean]>([
  ['Safari on an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`, 5, 'ios', false],
  ['Safari on an iPad, which says Macintosh', `${macintosh} ${safari}`, 5, 'ios', false],
  ['Safari on a Mac', `${macintosh} AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`, 0, 'desktop', false],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) Chrome/144.0.0.0 Mobile Safari/537.36',
    5,
    'android',
    false,
  ],
  ['a tablet', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/144.0.0.0 Safari/537.36', 5, 'android', false],
  [
    'Telegram on Android',
    'Mozilla/5.0 (Linux; Android 14; K) Chrome/144.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.3 (Google Pixel 8; Android 14; SDK 34; HIGH)',
    5,
    'android',
    true,
  ],
  [
    'Chrome on a laptop with a touch screen',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/144.0.0.0',
    10,
    'desktop',
    false,
  ],
])('%s', (_name, userAgent, maxTouchPoints, system, isTelegram) => {
  expect(readDevice({ navigator: { userAgent, maxTouchPoints } })).toEqual({ system, isTelegram })
})

test('detects Telegram on iOS by its injected proxy', () => {
  const navigator = { userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`, maxTouchPoints: 5 }
  expect(readDevice({ navigator, TelegramWebviewProxy: {} })).toEqual({ system: 'ios', isTelegram: true })
})

test('counts iOS and Android as phones', () => {
  expect(isPhone({ system: 'android', isTelegram: false })).toBe(true)
  expect(isPhone({ system: 'desktop', isTelegram: true })).toBe(false)
})
