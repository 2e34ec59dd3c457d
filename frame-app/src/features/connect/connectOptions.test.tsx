// @vitest-environment happy-dom
import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { harborWallet, openModal } from '../../../test/modal.ts'
import { setIsPhoneAtom } from '../../core/state/device.ts'

const relay = { walletConnect: { projectId: '', relayUrl: 'wss://relay.example' }, walletCount: 70 }
const isBefore = (first: Element, second: Element) =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)

const openConnect = async (options: HostOptions, data: Partial<Bootstrap> = {}, isPhone = false) => {
  const page = await openModal({}, { email: true, ...relay, ...data })
  act(() => page.store.set(setIsPhoneAtom, isPhone))
  await page.call('wallets', [[harborWallet]])
  await page.call('configure', [options])
  await page.open({})
  return page
}

test.each<[HostOptions['connectMethodsOrder'], boolean]>([
  [undefined, true],
  [['email', 'wallet'], true],
  [['wallet', 'email'], false],
  [['wallet'], false],
])('with the order %j of ways to connect, the e-mail field comes first: %s', async (connectMethodsOrder, isFirst) => {
  await openConnect(connectMethodsOrder ? { connectMethodsOrder } : {})
  const [field, list, link] = ['email-input', 'wallet-list']
    .map((id) => screen.getByTestId(id))
    .concat(screen.getByText('Continue with a passkey'))
  expect(isBefore(field as Element, list as Element)).toBe(isFirst)
  // The line between the two ways stays between them.
  expect(isBefore(link as Element, list as Element)).toBe(isFirst)
  expect(isBefore(field as Element, link as Element)).toBe(isFirst)
})

test('keeps the elements of the view when the page changes the order', async () => {
  const { call, calm } = await openConnect({})
  const [field, list] = [screen.getByTestId('email-input'), screen.getByTestId('wallet-list')]
  await call('configure', [{ connectMethodsOrder: ['wallet', 'email'] }])
  await calm()
  expect([screen.getByTestId('email-input'), screen.getByTestId('wallet-list')]).toEqual([field, list])
  expect(isBefore(list, field)).toBe(true)
})

test.each<[HostOptions['allWallets'], boolean, boolean]>([
  [undefined, false, true],
  ['SHOW', false, true],
  ['HIDE', false, false],
  ['HIDE', true, false],
  ['ONLY_MOBILE', false, false],
  ['ONLY_MOBILE', true, true],
])('with allWallets %s, on a phone: %s, the list offers the search: %s', async (allWallets, isPhone, isOffered) => {
  await openConnect(allWallets ? { allWallets } : {}, {}, isPhone)
  expect(screen.queryAllByTestId('all-wallets')).toHaveLength(isOffered ? 1 : 0)
})

test('hides the wallets behind one row, which shows them in a view of their own', async () => {
  const { navigation, calm } = await openConnect({ collapseWallets: true })
  expect(screen.queryByTestId('wallet-list')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with a wallet' }))
  await calm()
  expect(navigation.view()).toBe('ConnectWallets')
  expect(await screen.findByRole('button', { name: /Harbor/ })).toBeTruthy()
})

test('shows the wallets of a project without e-mail login although the page hides them', async () => {
  const { email: _, ...withoutEmail } = sampleBootstrap
  const page = await openModal({}, withoutEmail)
  await page.call('wallets', [[harborWallet]])
  await page.call('configure', [{ collapseWallets: true }])
  await page.open({})
  expect(screen.getByRole('button', { name: /Harbor/ })).toBeTruthy()
})

test('takes these options from the project too', async () => {
  const options = { ...sampleBootstrap.options, collapseWallets: true, connectMethodsOrder: ['wallet' as const] }
  await openConnect({}, { options })
  const button = await screen.findByRole('button', { name: 'Continue with a wallet' })
  expect(isBefore(button, screen.getByTestId('email-input'))).toBe(true)
})

const image = 'data:image/png;base64,AAAA'
const imageOf = (id: string) => screen.getByTestId(`wallet-selector-${id}`).querySelector('img')?.getAttribute('src')

test('shows the icons that the page sets for wallets of the page and of the directory, and for the QR code', async () => {
  const wallets = [{ id: 'd1', name: 'Delta', chains: [] }]
  const connectorImages = { [harborWallet.id]: image, d1: `${image}B`, walletConnect: `${image}C` }
  const { call, calm } = await openConnect({}, { wallets })
  await call('walletIcon', [harborWallet.id, 'data:image/png;base64,OWN='])
  await call('configure', [{ connectorImages }])
  await calm()
  await vi.waitFor(() => expect(imageOf(harborWallet.id)).toBe(image))
  expect([imageOf('d1'), imageOf('walletConnect')]).toEqual([`${image}B`, `${image}C`])
})

test('shows the icon that the page sets for a network', async () => {
  const { call, calm, open } = await openConnect({})
  await call('configure', [{ chainImages: { 'eip155:10': image } }])
  await open({ view: 'Networks' })
  await calm()
  await vi.waitFor(() => {
    const row = screen.getByRole('button', { name: /OP Mainnet/ })
    expect(row.querySelector('img')?.getAttribute('src')).toBe(image)
  })
})
