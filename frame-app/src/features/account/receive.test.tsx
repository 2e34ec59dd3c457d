// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { getAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import { sampleAccountOn, sampleAddress } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { embeddedConnectorId, setLoginEmailAtom } from '../../core/state/embedded.ts'

const openAccount = async (connectorId?: string) => {
  // These tests do not cover the balance, so each request for a balance fails.
  mockServer.use(http.post('*/v1/', () => HttpResponse.error()))
  const page = await openModal()
  await page.call('account', ['eip155', sampleAccountOn(1, connectorId)])
  await page.open({ view: 'Account' })
  return page
}

test('shows the address at which the embedded wallet receives, and copies it', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { calm } = await openAccount(embeddedConnectorId)
  fireEvent.click(screen.getByTestId('w3m-account-receive'))
  await calm()
  const card = within(screen.getByRole('main'))
  expect(card.getByRole('heading', { level: 1 }).textContent).toBe('Receive')
  expect(card.getByTestId('w3m-receive-address').textContent).toBe(getAddress(sampleAddress))
  expect(card.getByRole('img', { name: 'Code of your address' })).toBeDefined()
  fireEvent.click(card.getByTestId('receive-address-copy-button'))
  await calm()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(getAddress(sampleAddress))
})

test('offers no Receive view and no settings for a wallet other than the embedded one', async () => {
  await openAccount()
  expect(screen.queryByTestId('w3m-account-receive')).toBeNull()
  expect(screen.queryByTestId('w3m-account-settings')).toBeNull()
})

test.each([
  [embeddedConnectorId, 'Connected here', 'mara@orchard.example'],
  ['io.example.harbor', 'io.example.harbor', 'Connected here'],
])(
  'shows the wallet %s by name in the first line of its row, or by its email address in the second line',
  async (connectorId, first, second) => {
    const { store } = await openAccount(connectorId)
    act(() => store.set(setLoginEmailAtom, 'mara@orchard.example'))
    const row = screen.getByTestId('disconnect-button').closest('li')
    expect(row?.querySelector('[title]')?.textContent).toBe(first)
    expect(row?.textContent?.endsWith(`${first}${second}Disconnect`)).toBe(true)
  },
)

test('breaks a long email address after its @ and before its dots', async () => {
  const { store } = await openAccount(embeddedConnectorId)
  act(() => store.set(setLoginEmailAtom, 'mara.lind@orchard.example'))
  const row = screen.getByTestId('disconnect-button').closest('li')
  expect(row?.innerHTML).toContain('>mara<wbr>.lind@<wbr>orchard<wbr>.example<')
})

test('counts a wallet with two connected namespaces once', async () => {
  const { call, calm } = await openAccount(embeddedConnectorId)
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const caipAddress = `${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`
  await call('account', [
    'solana',
    { status: 'connected', caipAddress, caipNetworkId: solana, connectorId: embeddedConnectorId },
  ])
  await calm()
  expect(screen.getByTestId('w3m-account-wallets').textContent).toContain('1 connected')
})
