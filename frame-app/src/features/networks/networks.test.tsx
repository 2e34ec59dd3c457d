// @vitest-environment happy-dom

import type { PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { harborWallet, openModal } from '../../../test/modal.ts'
import { bitcoinNetwork, solanaAccount, solanaDevnetNetwork, solanaNetwork } from '../../../test/namespaces.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { activeNamespaceAtom } from '../../core/state/accounts.ts'
import { setRemoteWalletAtom } from '../../core/state/remoteWallet.ts'
import { screenAtom } from '../../router/router.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const networks = [...sampleBootstrap.networks, solanaNetwork, solanaDevnetNetwork, bitcoinNetwork]
const osprey: PageWallet = { id: 'solana:Osprey', name: 'Osprey', namespace: 'solana' }

/** Opens the list of networks while the sample wallet Harbor is connected on Ethereum. */
const openNetworks = async (methods: Parameters<typeof openModal>[0] = {}) => {
  const page = await openModal(methods, { networks })
  await page.call('wallets', [[harborWallet, osprey]])
  await page.call('account', ['eip155', sampleAccountOn(1)])
  await page.open({})
  const press = async (name: string | RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name }))
    await page.calm()
  }
  await press('Network: Ethereum')
  return { ...page, press, view: () => page.store.get(screenAtom).view }
}

test('offers wallets for a network that no connected wallet supports', async () => {
  const calls: unknown[] = []
  const connect = (...args: unknown[]) => {
    calls.push(args)
    return solanaAccount
  }
  const { store, press, view } = await openNetworks({ connect })
  await press('Solana Devnet')
  expect(await screen.findByRole('heading', { name: 'Switch Chain' })).toBeTruthy()
  expect(await screen.findByText('Harbor has no Solana Devnet account')).toBeTruthy()
  expect(screen.getByText('Connect a Solana Devnet wallet. Harbor stays connected for Ethereum.')).toBeTruthy()
  await press('Connect a Solana Devnet wallet')
  expect(screen.getAllByTestId(/^wallet-selector/).map(({ textContent }) => textContent)).toEqual(['OOspreyInstalled'])
  await press(/Osprey/)
  await vi.waitFor(() => expect(view()).toBe('Account'))
  expect(store.get(activeNamespaceAtom)).toBe('solana')
  expect(calls).toEqual([['solana:Osprey', expect.arrayContaining(networks.map(({ caipNetworkId }) => caipNetworkId))]])
  expect(Object(calls[0])[1][0]).toBe(solanaDevnetNetwork.caipNetworkId)
})

test('leads back to the networks on "Not now", and to the wallets after a declined connection', async () => {
  const connect = () => {
    throw Object.assign(new Error('No'), { code: 4001 })
  }
  const { press, view } = await openNetworks({ connect })
  await press('Solana')
  await press('Not now')
  expect(view()).toBe('Networks')
  await press('Solana')
  await press('Connect a Solana wallet')
  await press(/Osprey/)
  await press('Back')
  expect(view()).toBe('Connect')
  await press('Back')
  expect(view()).toBe('SwitchActiveChain')
})

test('switches to a network that another connected wallet uses, and sends no wallet a request', async () => {
  const { call, store, press, calm, view, calls } = await openNetworks()
  await call('account', ['solana', solanaAccount])
  await calm()
  await press('Solana')
  expect([view(), store.get(activeNamespaceAtom)]).toEqual(['Account', 'solana'])
  expect(calls).not.toContain('request')
})

test("disables a network that the wallet's session lacks, and names the wallet", async () => {
  const { call, store, calm } = await openNetworks()
  store.set(setRemoteWalletAtom, { name: 'Kite', networks: [solanaNetwork.caipNetworkId], addsNetworksOf: ['eip155'] })
  await call('account', ['solana', { ...solanaAccount, connectorId: 'walletConnect' }])
  await calm()
  const row = await screen.findByRole('button', { name: /Solana Devnet/ })
  expect(row.getAttribute('aria-disabled')).toBe('true')
  expect(row.textContent).toContain('Kite does not support it')
  expect(screen.getByRole('button', { name: 'OP Mainnet' }).getAttribute('aria-disabled')).toBeNull()
})

test('lets no visitor switch if the project forbids it, also if the page opens the list of networks', async () => {
  const options = { ...sampleBootstrap.options, enableNetworkSwitch: false }
  const { call, open, calls, calm } = await openModal({}, { networks, options })
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  expect(await screen.findByText('Ethereum')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Ethereum/ })).toBeNull()
  await call('open', [{ view: 'Networks' }])
  const row = await screen.findByRole('button', { name: 'OP Mainnet' })
  expect(row.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(row)
  await calm()
  expect(calls).not.toContain('request')
})
