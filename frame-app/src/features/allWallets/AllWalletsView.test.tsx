// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import { silenceRelay, walletConnect } from '../../../test/relay.ts'
import { server } from '../../../test/server.ts'
import { listWallets, serveWallets } from '../../../test/wallets.ts'

const harbor = { id: 'io.example.harbor', name: 'Harbor', rdns: 'io.example.harbor' }
const cells = () => screen.queryAllByTestId(/^wallet-search-item-/)
const names = () => cells().map((cell) => cell.textContent?.slice(1))
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

const openList = async (methods = {}) => {
  const page = await openModal(methods, { walletCount: 489, walletConnect })
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

// Nothing is laid out here, and a list without a height shows no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

test('the row of the Connect view says how many there are', async () => {
  serveWallets(listWallets(1))
  const { open, call } = await openModal({}, { walletCount: 489, walletConnect })
  await call('wallets', [[]])
  await open({})
  expect(screen.getByTestId('all-wallets').textContent).toBe('Search Wallet480+')
})

test('of many wallets only those in sight are drawn', async () => {
  serveWallets(listWallets(489))
  await openList()
  expect(title()).toBe('All Wallets')
  expect(cells().length).toBeGreaterThan(20)
  expect(cells().length).toBeLessThan(60)
  expect(cells()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('489')
})

test('one stop of the Tab key, from which arrows go both ways', async () => {
  serveWallets(listWallets(489))
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

test('a wallet leads to the ways to it, and back to where the visitor was', async () => {
  serveWallets(listWallets(40))
  const { settle } = await openList()
  fireEvent.click(screen.getByTestId('wallet-search-item-w5'))
  await settle()
  expect(title()).toBe('Wallet 5')
  press('Back')
  await settle()
  expect(document.activeElement).toBe(screen.getByTestId('wallet-search-item-w5'))
})

test('a wallet that is in the page is asked at once', async () => {
  serveWallets([{ id: 'h', name: 'Harbor', chains: [], rdns: harbor.rdns, mobile_link: 'harbor://' }])
  const { settle, calls } = await openList({ connect: () => new Promise(() => {}) })
  fireEvent.click(screen.getByTestId('wallet-search-item-h'))
  await settle()
  expect(calls).toContain('connect')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Continue in Harbor')
})

test('a search finds, says how many, and can be emptied', async () => {
  serveWallets(listWallets(30))
  const { calm } = await openList()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'wallet 29' } })
  await expect.poll(names).toEqual(['Wallet 29'])
  await calm()
  expect(screen.getByText('1 wallet found')).toBeTruthy()
  press('Clear search')
  await expect.poll(() => names().length).toBe(30)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('where none is found there is still the code', async () => {
  serveWallets(listWallets(30))
  const { settle } = await openList()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'blue heron' } })
  await expect.poll(() => screen.queryByTestId('no-wallet-found')).toBeTruthy()
  const [, shown] = screen.getAllByRole('button', { name: 'Show QR code' })
  fireEvent.click(shown as HTMLElement)
  await settle()
  expect(title()).toBe('WalletConnect')
})

test('only certified wallets, as long as the switch is down', async () => {
  serveWallets([
    { id: 'a', name: 'Anchor', chains: [], badge_type: 'certified' },
    { id: 'b', name: 'Beacon', chains: [] },
  ])
  await openList()
  press('Certified wallets only')
  await expect.poll(names).toEqual(['Anchor'])
  expect(screen.getByTestId('wui-certified-switch').getAttribute('aria-pressed')).toBe('true')
  press('Certified wallets only')
  await expect.poll(names).toEqual(['Anchor', 'Beacon'])
})

test('without the directory the wallets of the page are there, and it can be asked again', async () => {
  serveWallets(listWallets(3))
  server.use(http.get('*/getWallets', () => new HttpResponse(null, { status: 404 }), { once: true }))
  await openList()
  await expect.poll(() => screen.queryByText('The wallet list did not load')).toBeTruthy()
  expect(names()).toEqual(['Harbor'])
  press('Try again')
  await expect.poll(names).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2'])
})

test('a search that fails loses neither its words nor the way back to the list; the cause is told', async () => {
  serveWallets(listWallets(3))
  await openList()
  const field = screen.getByRole('searchbox')
  act(() => field.focus())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.get('*/getWallets', () => HttpResponse.error(), { once: true }))
  fireEvent.change(field, { target: { value: 'wallet 2' } })
  await expect.poll(() => screen.queryByText('You are offline')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect((field as HTMLInputElement).value).toBe('wallet 2')
  // Its code comes through the relay.
  expect(screen.getByRole('button', { name: 'Try again' }).parentElement?.textContent).toBe('Try again')
  press('Clear search')
  await expect.poll(names).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2'])
})
