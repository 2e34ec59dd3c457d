// @vitest-environment happy-dom

import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { simulateDevice } from '../../../test/device.ts'
import { openModal } from '../../../test/modal.ts'
import { sampleAccountOn, sampleAddress } from '../../../test/page.ts'
import { pairingIsAsked, sampleRelaySettings, silenceRelay } from '../../../test/relay.ts'
import { mockServer } from '../../../test/server.ts'
import { serveWallets } from '../../../test/wallets.ts'
import {
  isPairingHeldAtom,
  type Pairing,
  pairingRetriesAtom,
  pairingWalletAtom,
  setPairingAtom,
} from '../../core/state/pairing.ts'

const errors = { ...commonErrors, ...relayErrors }

const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=ab12&expiryTimestamp=1790000000'
const ready: Pairing = { status: 'ready', uri, expiresAt: Date.now() + 240_000 }
const failed = (code: keyof typeof errors): Pairing => ({
  status: 'failed',
  error: new AppError(errors[code]),
})
const juniper: DirectoryWallet = {
  id: 'juniper',
  name: 'Juniper',
  chains: [],
  mobile_link: 'juniper://',
  desktop_link: 'https://desktop.juniper.example',
  chrome_store: 'https://store.example/juniper',
  homepage: 'https://juniper.example',
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const sentence = () => screen.getByRole('heading', { level: 2 }).textContent

const tap = () => fireEvent.click(screen.getByRole('link', { name: 'Open Juniper' }))

const openConnect = async (
  wallets: DirectoryWallet[] = [juniper],
  pageUrl: () => string = () => 'https://shop.example/cart?a=1',
) => {
  const apps: string[] = []
  const page = await openModal(
    { openApp: (link) => apps.push(link), pageUrl },
    { wallets, walletCount: 70, walletConnect: sampleRelaySettings },
  )
  silenceRelay(page.store)
  await page.call('wallets', [[]])
  await page.open({})
  const pairing = (next: Pairing) => act(() => page.store.set(setPairingAtom, next))
  const openRow = async (name: RegExp) => {
    press(name)
    // The view loads in a separate chunk.
    await act(() => vi.dynamicImportSettled())
    await page.calm()
  }
  const choose = async (name: RegExp) => {
    await openRow(name)
    await pairingIsAsked(page.store)
  }
  return { ...page, pairing, openRow, choose, apps }
}

afterEach(() => {
  vi.useRealTimers()
})

test("reserves the area of the QR code, then shows the code and copies the pairing's link", async () => {
  const { pairing, choose, calm } = await openConnect()
  await choose(/WalletConnect/)
  expect(title()).toBe('WalletConnect')
  expect(screen.getByRole('img', { name: 'Preparing the QR code' })).toBeTruthy()
  expect(screen.getByTestId<HTMLButtonElement>('copy-wc2-uri').disabled).toBe(true)
  pairing(ready)
  expect(screen.getByRole('img', { name: 'QR code' })).toBeTruthy()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  press('Copy link')
  await calm()
  expect(write).toHaveBeenCalledExactlyOnceWith(uri)
  expect(screen.getByTestId('wui-snackbar-message').textContent).toBe('Link copied')
})

test('keeps a pairing alive while a view shows it', async () => {
  const { store, choose, calm } = await openConnect()
  expect(store.get(isPairingHeldAtom)).toBe(false)
  await choose(/Juniper/)
  expect(store.get(isPairingHeldAtom)).toBe(true)
  expect(store.get(pairingWalletAtom)).toEqual(juniper)
  press('Back')
  await calm()
  expect(store.get(isPairingHeldAtom)).toBe(false)
})

test('prepares no pairing if the project has no relay', async () => {
  const { store, open, call, calm } = await openModal({}, { wallets: [juniper] })
  await call('wallets', [[]])
  await open({})
  expect(screen.queryByTestId('all-wallets')).toBeNull()
  press(/Juniper/)
  await calm()
  expect(sentence()).toBe('Not Detected')
  expect(screen.queryByRole('tablist')).toBeNull()
  expect(store.get(isPairingHeldAtom)).toBe(false)
})

test('shows a tab for each platform of a wallet, and moves between tabs with arrow keys', async () => {
  const { pairing, choose } = await openConnect()
  await choose(/Juniper/)
  pairing(ready)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['QR code', 'Browser', 'Desktop'])
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowRight' })
  expect(document.activeElement?.textContent).toBe('Browser')
  expect(sentence()).toBe('Not Detected')
  expect(screen.getByRole('link', { name: /Get Juniper/ }).getAttribute('href')).toBe('https://store.example/juniper')
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'End' })
  expect(screen.getByRole('tabpanel', { name: 'Desktop' }).textContent).toContain('Continue in Juniper')
})

test('shows all download pages of a wallet with one press', async () => {
  const { choose, calm } = await openConnect()
  await choose(/Juniper/)
  press('Get it')
  await calm()
  expect(title()).toBe('Get Juniper')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://store.example/juniper',
    'https://juniper.example/',
  ])
})

test.each([
  ['iphone', `juniper://wc?uri=${encodeURIComponent(uri)}`],
  ['android', `juniper://wc?uri=${encodeURIComponent(uri)}`],
] as const)(
  'on %s links to the wallet app before the visitor taps, and never navigates the frame itself',
  async (device, href) => {
    simulateDevice(device)
    const { pairing, choose } = await openConnect()
    await choose(/Juniper/)
    expect(screen.queryByRole('link', { name: 'Open Juniper' })).toBeNull()
    pairing(ready)
    const link = screen.getByRole('link', { name: 'Open Juniper' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      href,
      '_blank',
      'noopener noreferrer',
    ])
  },
)

test('opens the wallet app once on a double tap', async () => {
  simulateDevice('iphone')
  vi.useFakeTimers({ toFake: ['Date'] })
  const { pairing, choose, apps } = await openConnect()
  await choose(/Juniper/)
  pairing(ready)
  tap()
  tap()
  await vi.waitFor(() => expect(apps).toEqual([expect.stringMatching(/^juniper:\/\/wc\?uri=/)]))
  vi.advanceTimersByTime(1_001)
  tap()
  await vi.waitFor(() => expect(apps).toHaveLength(2))
})

test('offers to open the wallet again or to restart if the visitor returns without an answer of the wallet', async () => {
  simulateDevice('iphone')
  const { store, pairing, choose } = await openConnect()
  await choose(/Juniper/)
  pairing(ready)
  vi.useFakeTimers()
  tap()
  document.dispatchEvent(new Event('visibilitychange'))
  act(() => vi.advanceTimersByTime(2_999))
  expect(sentence()).toBe('Continue in Juniper')
  act(() => vi.advanceTimersByTime(1))
  expect(sentence()).toBe('Still waiting for Juniper')
  expect(screen.getByRole('link', { name: 'Open Juniper' })).toBeTruthy()
  press('Reset connection')
  expect(store.get(pairingRetriesAtom)).toBe(1)
  expect(sentence()).toBe('Continue in Juniper')
})

test("offers to copy the pairing's link in Telegram, which opens no URL scheme", async () => {
  simulateDevice('telegram')
  const { pairing, choose } = await openConnect()
  await choose(/Juniper/)
  pairing(ready)
  expect(screen.queryByRole('link')).toBeNull()
  expect(sentence()).toBe('Telegram does not open Juniper')
  expect(screen.getByTestId('copy-wc2-uri')).toBeTruthy()
})

test('opens the list of wallets instead of a QR code on a phone', async () => {
  simulateDevice('android')
  serveWallets([])
  const { store, choose } = await openConnect()
  await choose(/WalletConnect/)
  expect(title()).toBe('All Wallets')
  expect(store.get(isPairingHeldAtom)).toBe(true)
})

test.each<[keyof typeof errors, string, string]>([
  ['USER_REJECTED', 'Connection declined', 'You closed or declined the request in Juniper. Nothing was shared.'],
  ['RELAY_UNREACHABLE', 'The relay cannot be reached', 'Check your connection'],
  ['OFFLINE', 'You are offline', 'Check your connection'],
  ['INVALID_PROJECT_ID', 'WalletConnect is not set up here', 'does not know the project'],
  ['ORIGIN_NOT_ALLOWED', 'The relay refuses this site', 'not among those that the relay allows'],
  ['SESSION_EXPIRED', "This device's clock is wrong", 'Set date and time'],
  ['PAIRING_EXPIRED', 'The request has expired', 'Nothing was shared'],
  ['INTERNAL_ERROR', 'Juniper could not connect', 'An error occurred'],
])('explains a pairing that failed with %s, and offers a retry', async (code, expected, lead) => {
  const { store, pairing, choose } = await openConnect()
  await choose(/Juniper/)
  pairing(failed(code))
  expect(sentence()).toBe(expected)
  expect(screen.getByText(new RegExp(lead))).toBeTruthy()
  press('Try again')
  expect(store.get(pairingRetriesAtom)).toBe(1)
})

test.each<[keyof typeof errors, RegExp]>([
  ['RELAY_UNREACHABLE', /The relay did not answer/],
  ['PAIRING_EXPIRED', /The relay did not answer/],
  ['OFFLINE', /You are offline/],
])('fades a QR code whose pairing could not be renewed (%s), and offers a new code', async (code, why) => {
  const { store, pairing, choose } = await openConnect()
  await choose(/Juniper/)
  pairing(ready)
  pairing(failed(code))
  expect(screen.getByRole('img', { name: 'This code has expired' })).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.getByTestId<HTMLButtonElement>('copy-wc2-uri').disabled).toBe(true)
  press('New code')
  expect(store.get(pairingRetriesAtom)).toBe(1)
  pairing(ready)
  expect(screen.getByRole('img', { name: 'QR code' })).toBeTruthy()
})

test('shows that the wallet approved, and closes the modal when the wallet is connected', async () => {
  mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })))
  const { call, pairing, choose, outcomes } = await openConnect()
  await choose(/WalletConnect/)
  pairing({ status: 'approved' })
  expect(sentence()).toBe('Accepted')
  await call('account', ['eip155', sampleAccountOn(1)])
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect(outcomes).toEqual([{ outcome: 'connected', namespace: 'eip155', caipAddress: `eip155:1:${sampleAddress}` }])
})

const phantom: DirectoryWallet = {
  id: 'phantom',
  name: 'Phantom',
  chains: ['eip155:1'],
  chrome_store: 'https://store.example/phantom',
  app_store: 'https://apps.example/phantom',
  browse_links: { eip155: 'https://phantom.app/ul/browse/{url}?ref={origin}' },
}
const openPhantom = () => screen.getByRole('link', { name: 'Open in Phantom' }).getAttribute('href')

test('on a phone opens this page in the browser of a wallet without WalletConnect, and asks for no pairing', async () => {
  simulateDevice('iphone')
  const { store, openRow, calm } = await openConnect([phantom])
  await openRow(/Phantom/)
  await calm()
  expect(sentence()).toBe('Continue in Phantom')
  expect(openPhantom()).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart%3Fa%3D1?ref=https%3A%2F%2Fshop.example',
  )
  expect(store.get(isPairingHeldAtom)).toBe(false)
})

test.each<[string, () => string]>([
  ['reports a URL of another site', () => 'https://evil.example/cart'],
  [
    'has an older loader, which does not know the call',
    () => {
      throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
    },
  ],
])("opens the host's origin in the wallet if the page %s", async (_, pageUrl) => {
  simulateDevice('android')
  const { openRow, calm } = await openConnect([phantom], pageUrl)
  await openRow(/Phantom/)
  await calm()
  expect(openPhantom()).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2F?ref=https%3A%2F%2Fshop.example',
  )
})

test('on a phone a wallet that nothing can open leads on to other wallets, and not to "Not Detected"', async () => {
  simulateDevice('iphone')
  const { openRow, calm } = await openConnect([{ id: 'kiosk', name: 'Kiosk', chains: [], rdns: 'example.kiosk' }])
  await openRow(/Kiosk/)
  await calm()
  expect(sentence()).toBe('Kiosk does not open from here')
  press('Choose another wallet')
  await calm()
  expect(title()).toBe('Connect Wallet')
})
