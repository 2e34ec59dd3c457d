// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage, sampleAccountOn, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { switchNetworkAtom } from '../../features/networks/switchNetwork.ts'
import { pushAtom, screenAtom } from '../../router/router.ts'
import { safeCloseAtom } from '../../router/safeClose.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { connectAtom, connectionAttemptAtom } from '../state/connections.ts'
import { isOpenAtom, isShakingAtom } from '../state/modal.ts'

beforeEach(() => mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' }))))

test('closes the modal after a connection and reports the connection as outcome', async () => {
  const { store, call, outcomes } = openPage({ connect: () => sampleAccountOn(1) })
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Connect' })
  await store.set(connectAtom, 'io.example.harbor')
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'connected', namespace: 'eip155', caipAddress: sampleAccountOn(1).caipAddress }])
  expect(store.get(isOpenAtom)).toBe(false)
})

test('closes the modal with the outcome "connected" after a reconnect', async () => {
  const { call, outcomes } = openPage()
  await call('account', ['eip155', { status: 'reconnecting' }])
  await call('open', [{}])
  await call('account', ['eip155', sampleAccountOn(1)])
  await waitForMessages()
  expect(outcomes).toMatchObject([{ outcome: 'connected' }])
})

test.each([
  [4001, 'declined'],
  [-32002, 'failed'],
])('after the wallet error %s, ends the connection attempt with the status %s', async (number, status) => {
  const { store, call, outcomes } = openPage({
    connect: () => {
      throw new AppError(commonErrors.WALLET_ERROR, { number, message: 'Already processing eth_requestAccounts' })
    },
  })
  await call('open', [{}])
  await store.set(connectAtom, 'io.example.harbor')
  expect(store.get(connectionAttemptAtom)).toMatchObject({ status, walletId: 'io.example.harbor' })
  if (status === 'failed')
    expect(store.get(connectionAttemptAtom)).toMatchObject({
      error: { message: 'Already processing eth_requestAccounts' },
    })
  expect(outcomes).toEqual([])
})

test('opens the modal on the Account view if a wallet is connected, and closes the modal when the connection is lost', async () => {
  const { store, call, outcomes } = openPage()
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  await call('account', ['eip155', { status: 'disconnected' }])
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('asks to switch networks before a wallet on an unsupported network counts as connected', async () => {
  const requests: unknown[] = []
  const page = openPage({
    connect: () => sampleAccountOn(999),
    request: (_namespace, request) => {
      requests.push(request)
      return null
    },
  })
  await page.call('open', [{}])
  await page.store.set(connectAtom, 'io.example.harbor')
  await waitForMessages()
  expect(page.store.get(screenAtom)).toEqual({ view: 'UnsupportedChain' })
  expect(page.outcomes).toEqual([])

  expect(await page.store.set(switchNetworkAtom, 'eip155:10')).toBe(true)
  expect(requests).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }])
  await page.call('account', ['eip155', sampleAccountOn(10)])
  await waitForMessages()
  expect(page.outcomes).toMatchObject([{ outcome: 'connected', caipAddress: sampleAccountOn(10).caipAddress }])
})

test('does not ask to switch networks if the host page allows unsupported networks', async () => {
  const { store, call } = openPage({ connect: () => sampleAccountOn(999) })
  await call('configure', [{ unsupportedChain: 'allow' }])
  await call('open', [{}])
  await store.set(connectAtom, 'io.example.harbor')
  expect(store.get(isOpenAtom)).toBe(false)
})

test('shakes the modal instead of closing it while the network is unsupported, and disconnects on a second close attempt', async () => {
  const { store, call, outcomes, calls } = openPage({ disconnect: () => {} })
  await call('account', ['eip155', sampleAccountOn(999)])
  await call('open', [{}])
  await store.set(safeCloseAtom)
  expect(store.get(isShakingAtom)).toBe(true)
  expect(outcomes).toEqual([])
  await store.set(safeCloseAtom)
  await waitForMessages()
  expect(calls).toContain('disconnect')
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('does not count a close attempt that was refused in a previous visit', async () => {
  const { store, call, calls } = openPage({ disconnect: () => {} })
  await call('account', ['eip155', sampleAccountOn(999)])
  await call('open', [{}])
  await store.set(safeCloseAtom)
  await call('close', [true])
  await call('open', [{}])
  await store.set(safeCloseAtom)
  expect(store.get(isShakingAtom)).toBe(true)
  expect(calls).not.toContain('disconnect')
})

test('closes the modal on a second close attempt even if the wallet fails to disconnect', async () => {
  const { store, call, outcomes } = openPage({
    disconnect: () => Promise.reject(new AppError(commonErrors.RESOURCE_UNAVAILABLE)),
  })
  await call('account', ['eip155', sampleAccountOn(999)])
  await call('open', [{}])
  await store.set(safeCloseAtom)
  await expect(store.set(safeCloseAtom)).rejects.toMatchObject({ code: 'RESOURCE_UNAVAILABLE' })
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('returns to the previous view after a network switch', async () => {
  const { store, call, outcomes } = openPage()
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  store.set(pushAtom, { view: 'Networks' })
  store.set(pushAtom, { view: 'SwitchNetwork', data: { caipNetworkId: 'eip155:10', name: 'OP Mainnet' } })
  await call('account', ['eip155', sampleAccountOn(10)])
  // The view shows the successful switch for a moment.
  expect(store.get(screenAtom)).toMatchObject({ view: 'SwitchNetwork' })
  await vi.waitFor(() => expect(store.get(screenAtom)).toEqual({ view: 'Account' }))
  expect(outcomes).toEqual([])
})

test('closes the modal after a network switch if the page opened the modal on the view Networks', async () => {
  const { call, outcomes } = openPage()
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{ view: 'Networks' }])
  await call('account', ['eip155', sampleAccountOn(10)])
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('a delayed step of a previous visit does not close the modal in the next visit', async () => {
  const { store, call, outcomes } = openPage({ connect: () => sampleAccountOn(1) })
  await call('open', [{}])
  store.set(pushAtom, { view: 'ConnectingExternal', data: { walletId: 'io.example.harbor', name: 'Harbor' } })
  await store.set(connectAtom, 'io.example.harbor')
  await call('close', [true])
  await call('open', [{ view: 'Networks' }])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(outcomes).toEqual([])
  expect(store.get(isOpenAtom)).toBe(true)
})

test.each([
  ['an address that is none', { ...sampleAccountOn(1), caipAddress: 'eip155:1:0x12' }],
  ['an address of nobody knows which chain', { ...sampleAccountOn(1), caipAddress: '__proto__:1:x' }],
  [
    'a network of another namespace',
    { ...sampleAccountOn(1), caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  ],
  ['no account', 'yes'],
])('does not connect if the page answers with %s', async (_name, answer) => {
  const { store, call } = openPage({ connect: () => answer })
  await call('open', [{}])
  await store.set(connectAtom, 'io.example.harbor')
  expect(store.get(connectionAttemptAtom)).toMatchObject({ status: 'failed' })
  expect(store.get(activeAccountAtom)).toBeNull()
})
