import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { expect, test } from 'vitest'
import type { Device } from '../../core/domain/device.ts'
import { type Platform, platformsOfWallet } from './platforms.ts'

const desktop: Device = { system: 'desktop', isTelegram: false }
const phone: Device = { system: 'ios', isTelegram: false }
const everything: Partial<DirectoryWallet> = {
  mobile_link: 'harbor://',
  desktop_link: 'harbor://',
  webapp_link: 'https://app.harbor.example',
  chrome_store: 'https://store.example',
}

test.each<[string, Partial<DirectoryWallet>, Device, boolean, Platform[]]>([
  ['a wallet with every link', everything, desktop, true, ['qrCode', 'browser', 'desktop', 'web']],
  ['a wallet with every link, on a phone', everything, phone, true, ['mobile', 'web']],
  ['a wallet with every link, without a relay', everything, desktop, false, ['browser']],
  [
    'an extension that does not support WalletConnect',
    { chrome_store: 'https://store.example' },
    desktop,
    true,
    ['browser'],
  ],
  ['an app that scans QR codes and has no links', { supports_wc: true }, desktop, true, ['qrCode']],
  ['an app that scans QR codes and has no links, on a phone', { supports_wc: true }, phone, true, ['qrCode']],
  ['an app with a mobile link, on a phone', { mobile_link: 'harbor://' }, phone, true, ['mobile']],
  [
    'a wallet with an extension, whose rdns is known',
    { mobile_link: 'harbor://', rdns: 'io.harbor' },
    desktop,
    true,
    ['qrCode', 'browser'],
  ],
])('lists the ways to reach %s from this device', (_name, wallet, device, hasRelay, expected) => {
  expect(platformsOfWallet({ id: 'h', name: 'Harbor', chains: [], ...wallet }, device, hasRelay, ['eip155'])).toEqual(
    expected,
  )
})

const browse_links = { eip155: 'https://harbor.example/{url}', solana: 'https://harbor.example/{url}' }
const app = { mobile_link: 'harbor://', browse_links }

test.each<[string, Partial<DirectoryWallet>, Device, boolean, ChainNamespace[], Platform[]]>([
  ['an app with a browser and no WalletConnect', { browse_links }, phone, true, ['eip155'], ['browse']],
  ['an app with both on an EVM network', app, phone, true, ['eip155', 'solana'], ['mobile']],
  ['an app with both on another network', app, phone, true, ['solana'], ['browse', 'mobile']],
  ['an app with both, without a relay', app, phone, false, ['eip155'], ['browse']],
  ['an app whose browser serves other networks', app, phone, true, ['cosmos'], ['mobile']],
  ['an app with both on a desktop', app, desktop, true, ['solana'], ['qrCode']],
  ['an extension on a phone', { chrome_store: 'https://store.example' }, phone, true, ['eip155'], ['browse']],
])('opens the browser of the wallet where nothing else is certain: %s', (...args) => {
  const [, wallet, device, hasRelay, namespaces, expected] = args
  expect(platformsOfWallet({ id: 'h', name: 'Harbor', chains: [], ...wallet }, device, hasRelay, namespaces)).toEqual(
    expected,
  )
})
