// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import { sampleRelaySettings, silenceRelay } from '../../../test/relay.ts'
import { mockServer } from '../../../test/server.ts'
import { createDirectoryWallets, serveWallets } from '../../../test/wallets.ts'

const harbor = { id: 'io.example.harbor', name: 'Harbor', rdns: 'io.example.harbor' }
const cells = () => screen.queryAllByTestId(/^wallet-search-item-/)
const names = () => cells().map((cell) => cell.textContent?.slice(1))
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

const openList = async (methods = {}) => {
  const page = await openModal(methods, { walletCount: 489, walletConnect: sampleRelaySettings })
  silenceRelay(page.store)
  await page.call('wallets', [[harbor]])
  await page.open({})
  const settle = async () => {
    await act(() => vi.dynamicImportSettled())
    await page.calm()
  }
  press(/Search Wallet/)
  await settle()
  return { ...page, settle }
}

// The test DOM has no layout, and a virtual list without a height renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

test('shows the number of directory wallets in the search row of the Connect view', async () => {
  serveWallets(createDirectoryWallets(1))
  const { open, call } = await openModal({}, { walletCount: 489, walletConnect: sampleRelaySettings })
  await call('wallets', [[]])
  await open({})
  expect(screen.getByTestId('all-wallets').textContent).toBe('Search Wallet480+')
})

test('renders only the visible wallets of a long list', async () => {
  serveWallets(createDirectoryWallets(489))
  await openList()
  expect(title()).toBe('All Wallets')
  expect(cells().length).toBeGreaterThan(20)
  expect(cells().length).toBeLessThan(60)
  expect(cells()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('489')
})

test('makes the grid of wallets one tab stop, in which arrow keys move in both directions', async () => {
  serveWallets(createDirectoryWallets(489))
  await openList()
  expect(cells().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key })
  act(() => cells()[0]?.focus())
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('WWallet 1')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('WWallet 5')
  press('Home')
  expect(document.activeElement?.textContent).toBe('WWallet 0')
})

test('opens a wallet, and on return focuses that wallet at the same scroll position', async () => {
  serveWallets(createDirectoryWallets(40))
  const { settle } = await openList()
  fireEvent.click(screen.getByTestId('wallet-search-item-w5'))
  await settle()
  expect(title()).toBe('Wallet 5')
  press('Back')
  await settle()
  expect(document.activeElement).toBe(screen.getByTestId('wallet-search-item-w5'))
})

test('connects a wallet of the page at once', async () => {
  serveWallets([{ id: 'h', name: 'Harbor', chains: [], rdns: harbor.rdns, mobile_link: 'harbor://' }])
  const { settle, calls } = await openList({ connect: () => new Promise(() => {}) })
  fireEvent.click(screen.getByTestId('wallet-search-item-h'))
  await settle()
  expect(calls).toContain('connect')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Continue in Harbor')
})

test('finds wallets by a search, announces their number and clears the search', async () => {
  serveWallets(createDirectoryWallets(20))
  const { calm } = await openList()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'wallet 19' } })
  await expect.poll(names).toEqual(['Wallet 19'])
  await calm()
  expect(screen.getByText('1 wallet found')).toBeTruthy()
  press('Clear search')
  await expect.poll(() => names().length).toBe(20)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('offers the QR code if a search finds no wallet', async () => {
  serveWallets(createDirectoryWallets(30))
  const { settle } = await openList()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'blue heron' } })
  await expect.poll(() => screen.queryByTestId('no-wallet-found')).toBeTruthy()
  const [, shown] = screen.getAllByRole('button', { name: 'Show QR code' })
  fireEvent.click(shown as HTMLElement)
  await settle()
  expect(title()).toBe('WalletConnect')
})

test('lists only certified wallets while the switch is on', async () => {
  serveWallets([
    { id: 'a', name: 'Anchor', chains: [], badge_type: 'certified' },
    { id: 'b', name: 'Beacon', chains: [] },
  ])
  await openList()
  await expect.poll(names).toEqual(['Anchor', 'Beacon'])
  press('Certified wallets only')
  await expect.poll(names).toEqual(['Anchor'])
  expect(screen.getByTestId('wui-certified-switch').getAttribute('aria-pressed')).toBe('true')
  press('Certified wallets only')
  await expect.poll(names).toEqual(['Anchor', 'Beacon'])
})

test('offers no switch for certified wallets if the directory marks none as certified', async () => {
  serveWallets(createDirectoryWallets(3))
  await openList()
  await expect.poll(() => names().length).toBe(3)
  expect(screen.queryByTestId('wui-certified-switch')).toBeNull()
})

test('starts the next visit without the search of the last one', async () => {
  serveWallets(createDirectoryWallets(30))
  const { call, open, settle } = await openList()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'wallet 29' } })
  await expect.poll(names).toEqual(['Wallet 29'])
  await act(() => call('close', [true]))
  await open({})
  press(/Search Wallet/)
  await settle()
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  await expect.poll(() => names().length).toBeGreaterThan(20)
})

test('lists the wallets of the page and a retry button if the directory does not load', async () => {
  serveWallets(createDirectoryWallets(3))
  mockServer.use(http.get('*/getWallets', () => new HttpResponse(null, { status: 404 }), { once: true }))
  await openList()
  await expect.poll(() => screen.queryByText('The wallet list did not load')).toBeTruthy()
  expect(names()).toEqual(['Harbor'])
  press('Try again')
  await expect.poll(names).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2'])
})

test('after a failed search keeps the query and shows the cause, and shows all wallets again when the search is cleared', async () => {
  serveWallets(createDirectoryWallets(3))
  await openList()
  const field = screen.getByRole('searchbox')
  act(() => field.focus())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  mockServer.use(http.get('*/getWallets', () => HttpResponse.error(), { once: true }))
  fireEvent.change(field, { target: { value: 'wallet 2' } })
  await expect.poll(() => screen.queryByText('You are offline')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect((field as HTMLInputElement).value).toBe('wallet 2')
  // The project needs a relay to offer the QR code.
  expect(screen.getByRole('button', { name: 'Try again' }).parentElement?.textContent).toBe('Try again')
  press('Clear search')
  await expect.poll(names).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2'])
})
