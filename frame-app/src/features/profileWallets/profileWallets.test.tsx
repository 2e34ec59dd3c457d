// @vitest-environment happy-dom

import type { AccountState, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { harborWallet, openModal } from '../../../test/modal.ts'
import {
  bitcoinAccount,
  bitcoinNetwork,
  polkadotNetwork,
  solanaAccount,
  solanaAddresses,
  solanaNetwork,
} from '../../../test/namespaces.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { screenAtom } from '../../router/router.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const osprey: PageWallet = { id: 'solana:Osprey', name: 'Osprey', namespace: 'solana' }
const tern: PageWallet = { id: 'bip122:Tern', name: 'Tern', namespace: 'bip122' }
const [, second] = solanaAccount.caipAddresses ?? []

/** Opens the list of connected wallets: the sample wallets Harbor on Ethereum and Osprey on Solana. */
const openWallets = async (methods: Parameters<typeof openModal>[0] = {}, dead?: AccountState) => {
  const page = await openModal(methods, {
    networks: [...sampleBootstrap.networks, solanaNetwork, bitcoinNetwork, polkadotNetwork],
  })
  await page.call('wallets', [[harborWallet, osprey, tern]])
  if (dead) {
    await page.call('account', ['bip122', dead])
    await page.calm()
  }
  await page.call('account', ['solana', solanaAccount])
  await page.call('account', ['eip155', sampleAccountOn(1)])
  if (dead) await page.call('account', ['bip122', { status: 'disconnected' }])
  await page.open({})
  const press = async (name: string | RegExp, role: 'button' | 'tab' = 'button') => {
    fireEvent.click(await screen.findByRole(role, { name }))
    await page.calm()
  }
  await press(/^Wallets/)
  await screen.findByRole('heading', { name: 'Wallets' })
  return { ...page, press, view: () => page.store.get(screenAtom).view }
}

test('shows the wallet, network and accounts of each namespace and marks the active account', async () => {
  const { press } = await openWallets()
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Ethereum',
    'Solana',
    'Bitcoin',
    'Polkadot',
  ])
  expect(await screen.findByText('In use')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Disconnect Harbor' })).toBeTruthy()
  await press('Solana', 'tab')
  expect(screen.getByText('Also connected')).toBeTruthy()
  expect(screen.getAllByTestId('wui-inactive-profile-wallet-item-button')).toHaveLength(2)
  await press('Bitcoin', 'tab')
  expect(screen.getByText('No wallet for Bitcoin yet')).toBeTruthy()
})

test('shows an address in the format of its network', async () => {
  const { calm, call } = await openWallets()
  const generic = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  await call('account', [
    'polkadot',
    {
      status: 'connected',
      connectorId: 'polkadot:Dot',
      caipAddress: `${polkadotNetwork.caipNetworkId}:${generic}`,
      caipNetworkId: polkadotNetwork.caipNetworkId,
    },
  ])
  fireEvent.click(await screen.findByRole('tab', { name: 'Polkadot' }))
  await calm()
  expect(await screen.findByRole('button', { name: '15oF…Hr6Sp5' })).toBeTruthy()
})

test('switches to another account and reports it to the page', async () => {
  const reported: unknown[] = []
  const { store, press } = await openWallets({ chooseAccount: (...input) => reported.push(input) })
  await press('Solana', 'tab')
  await press(/7S3P/)
  const chosen = { ...solanaAccount, caipAddress: second, caipAddresses: [second, solanaAccount.caipAddress] }
  await vi.waitFor(() => expect(reported).toEqual([['solana', chosen]]))
  expect(store.get(activeAccountAtom)).toMatchObject({ namespace: 'solana', address: solanaAddresses[1] })
  expect(screen.getByText('In use')).toBeTruthy()
  expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toContain('7S3P')
})

test('disconnects one wallet and keeps the other; closes the modal after the last wallet disconnects', async () => {
  const disconnected: unknown[] = []
  const { store, press, view } = await openWallets({ disconnect: (namespace) => disconnected.push(namespace) })
  await press('Solana', 'tab')
  await press('Disconnect Osprey')
  await vi.waitFor(() => expect(disconnected).toEqual(['solana']))
  expect([view(), store.get(activeAccountAtom)?.namespace]).toEqual(['ProfileWallets', 'eip155'])
  await press('Ethereum', 'tab')
  await press('Disconnect Harbor')
  await vi.waitFor(() => expect(store.get(isOpenAtom)).toBe(false))
})

test('disconnects all wallets at once', async () => {
  const disconnected: unknown[] = []
  const { store, press } = await openWallets({ disconnect: (namespace) => disconnected.push(namespace) })
  await press('Disconnect all')
  await vi.waitFor(() => expect(store.get(isOpenAtom)).toBe(false))
  expect(disconnected.toSorted()).toEqual(['eip155', 'solana'])
})

test('keeps a wallet connected that fails to disconnect, and shows the failure', async () => {
  const { store, press } = await openWallets({
    disconnect: () => {
      throw new AppError(commonErrors.INTERNAL_ERROR)
    },
  })
  await press('Disconnect Harbor')
  expect(await screen.findByText('Failed to disconnect wallet')).toBeTruthy()
  expect(store.get(accountsAtom).eip155.status).toBe('connected')
})

test('adds a wallet for the namespace on display and leads back to the connections', async () => {
  const walletIds: string[] = []
  const connect = (walletId: string) => {
    walletIds.push(walletId)
    return bitcoinAccount
  }
  const { store, press, view } = await openWallets({ connect })
  await press('Bitcoin', 'tab')
  await press('Add wallet')
  expect(screen.getAllByTestId(/^wallet-selector/)).toHaveLength(1)
  await press(/Tern/)
  await vi.waitFor(() => expect(view()).toBe('ProfileWallets'))
  expect(walletIds).toEqual(['bip122:Tern'])
  expect(store.get(activeAccountAtom)?.namespace).toBe('bip122')
  expect((await screen.findByTestId('wui-snackbar-message')).textContent).toBe('New Wallet Added')
})

test('announces a wallet that replaces another as a switch', async () => {
  const merlin: PageWallet = { id: 'solana:Merlin', name: 'Merlin', namespace: 'solana' }
  const { call, press, view } = await openWallets({ connect: () => ({ ...solanaAccount, connectorId: merlin.id }) })
  await call('wallets', [[harborWallet, osprey, tern, merlin]])
  await press('Solana', 'tab')
  await press('Use another wallet')
  await press(/Merlin/)
  await vi.waitFor(() => expect(view()).toBe('ProfileWallets'))
  expect((await screen.findByTestId('wui-snackbar-message')).textContent).toBe('Wallet switched')
})

test('lets the visitor name an account, shows the name everywhere and removes it again', async () => {
  const { press } = await openWallets()
  const field = () => screen.getByRole('textbox', { name: 'Name of this account' })
  const write = (value: string) => fireEvent.change(field(), { target: { value } })
  await press('Name this account')
  expect(document.activeElement).toBe(field())
  write('Savings')
  await press('Save')
  expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toMatch(/Savings0x7a…/)
  expect(document.activeElement?.textContent).toBe('Rename this account')
  await press('Back')
  expect((await screen.findByTestId('account-label')).textContent).toBe('Savings')

  await press(/^Wallets/)
  await press('Rename this account')
  write('')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toMatch(/Savings/)
  await press('Rename this account')
  write('')
  await press('Save')
  expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toMatch(/^0x7a/)
})

test('reconnects a lost connection with one press, and keeps the other wallets usable meanwhile', async () => {
  const walletIds: string[] = []
  const connect = (walletId: string) => {
    walletIds.push(walletId)
    return bitcoinAccount
  }
  const { store, press, view } = await openWallets({ connect }, bitcoinAccount)
  await press('Bitcoin', 'tab')
  expect(screen.getByText('Not connected any more')).toBeTruthy()
  expect(store.get(activeAccountAtom)?.namespace).toBe('eip155')
  await press('Reconnect')
  await vi.waitFor(() => expect(view()).toBe('ProfileWallets'))
  expect(walletIds).toEqual(['bip122:Tern'])
  expect(store.get(accountsAtom).bip122.status).toBe('connected')
  // A wallet that reconnects gets no toast.
  expect(screen.queryByTestId('wui-snackbar-message')).toBeNull()
})

test('offers no reconnection after the visitor disconnects', async () => {
  const { press } = await openWallets({ disconnect: () => {} }, bitcoinAccount)
  await press('Disconnect Harbor')
  await press('Ethereum', 'tab')
  expect(await screen.findByText('No wallet for Ethereum yet')).toBeTruthy()
})
