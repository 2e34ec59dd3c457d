// @vitest-environment happy-dom

import type { PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { bootstrap } from '../../../test/bootstrap.ts'
import { harbor, openModal } from '../../../test/modal.ts'
import { bitcoin, solana, solanaAccount, solanaDevnet } from '../../../test/namespaces.ts'
import { accountOn } from '../../../test/page.ts'
import { server } from '../../../test/server.ts'
import { activeNamespaceAtom } from '../../core/state/accounts.ts'
import { setRemoteWalletAtom } from '../../core/state/remoteWallet.ts'
import { screenAtom } from '../../router/router.ts'

beforeEach(() =>
  server.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const networks = [...bootstrap.networks, solana, solanaDevnet, bitcoin]
const osprey: PageWallet = { id: 'solana:Osprey', name: 'Osprey', namespace: 'solana' }

/** Connected with Harbor on Ethereum, at the list of networks. */
const openNetworks = async (methods: Parameters<typeof openModal>[0] = {}) => {
  const page = await openModal(methods, { networks })
  await page.call('wallets', [[harbor, osprey]])
  await page.call('account', ['eip155', accountOn(1)])
  await page.open({})
  const press = async (name: string | RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name }))
    await page.calm()
  }
  await press('Network: Ethereum')
  return { ...page, press, view: () => page.store.get(screenAtom).view }
}

test('a network without a wallet says so, and leads to those that speak it', async () => {
  const heard: unknown[] = []
  const connect = (...asked: unknown[]) => {
    heard.push(asked)
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
  expect(heard).toEqual([['solana:Osprey', expect.arrayContaining(networks.map(({ caipNetworkId }) => caipNetworkId))]])
  expect(Object(heard[0])[1][0]).toBe(solanaDevnet.caipNetworkId)
})

test('not now leads back to the list, and a wallet that says no back to the wallets', async () => {
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

test('a network where another connected wallet stands is taken up at once', async () => {
  const { call, store, press, calm, view, calls } = await openNetworks()
  await call('account', ['solana', solanaAccount])
  await calm()
  await press('Solana')
  expect([view(), store.get(activeNamespaceAtom)]).toEqual(['Account', 'solana'])
  expect(calls).not.toContain('request')
})

test('a network that a session does not have can not be chosen, and says whose fault it is', async () => {
  const { call, store, calm } = await openNetworks()
  store.set(setRemoteWalletAtom, { name: 'Kite', networks: [solana.caipNetworkId], addsNetworksOf: ['eip155'] })
  await call('account', ['solana', { ...solanaAccount, connectorId: 'walletConnect' }])
  await calm()
  const row = await screen.findByRole('button', { name: /Solana Devnet/ })
  expect(row).toHaveProperty('disabled', true)
  expect(row.textContent).toContain('Kite does not support it')
  expect(screen.getByRole('button', { name: 'OP Mainnet' })).toHaveProperty('disabled', false)
})
