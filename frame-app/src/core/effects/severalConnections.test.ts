// @vitest-environment happy-dom

import type { AccountState, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import {
  bitcoinAccount,
  bitcoinNetwork,
  solanaAccount,
  solanaDevnetNetwork,
  solanaNetwork,
} from '../../../test/namespaces.ts'
import { openPage, sampleAccountOn, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { switchNetworkAtom } from '../../features/networks/switchNetwork.ts'
import { disconnectAllAtom } from '../../features/profileWallets/disconnectAll.ts'
import { screenAtom, startHistoryAtom } from '../../router/router.ts'
import { accountsAtom, activeAccountAtom, activeNamespaceAtom } from '../state/accounts.ts'
import { connectAtom, disconnectAtom } from '../state/connections.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { switchAttemptAtom } from '../state/switching.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const networks = [...sampleBootstrap.networks, solanaNetwork, solanaDevnetNetwork, bitcoinNetwork]
const dead: AccountState = { ...bitcoinAccount, status: 'reconnecting' }

/** A page with one wallet in each of three namespaces. The Bitcoin wallet does not answer. */
const openThree = async (methods: Parameters<typeof openPage>[0] = {}) => {
  const left: unknown[] = []
  const page = openPage({ disconnect: (namespace) => left.push(namespace), ...methods }, { networks })
  const report = (namespace: ChainNamespace, account: AccountState) => page.call('account', [namespace, account])
  await report('bip122', dead)
  await report('solana', solanaAccount)
  await report('eip155', sampleAccountOn(1))
  const active = () => page.store.get(activeNamespaceAtom)
  return { ...page, left, report, active }
}

test('keeps other connections when one wallet does not answer', async () => {
  const { store, active, report } = await openThree()
  expect(active()).toBe('eip155')
  expect(store.get(accountsAtom)).toMatchObject({
    eip155: { status: 'connected' },
    solana: { status: 'connected' },
    bip122: { status: 'reconnecting' },
  })
  await report('bip122', { status: 'disconnected' })
  expect(store.get(activeAccountAtom)?.namespace).toBe('eip155')
})

test('makes the newest connection active, and another one after the newest disconnects', async () => {
  const { store, call, active, left, outcomes } = await openThree({ connect: () => bitcoinAccount })
  await store.set(connectAtom, 'bip122:Tern')
  expect(active()).toBe('bip122')
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  await store.set(disconnectAtom)
  expect(left).toEqual(['bip122'])
  expect(active()).toBe('eip155')
  await store.set(disconnectAtom, 'solana')
  expect(left).toEqual(['bip122', 'solana'])
  await waitForMessages()
  expect([store.get(isOpenAtom), outcomes]).toEqual([true, []])
  await store.set(disconnectAtom)
  await waitForMessages()
  expect([store.get(isOpenAtom), outcomes]).toEqual([false, [{ outcome: 'closed' }]])
})

test('reports the active namespace to the page', async () => {
  const reported: unknown[] = []
  const methods = { connect: () => bitcoinAccount, activate: (namespace: ChainNamespace) => reported.push(namespace) }
  const { store } = await openThree(methods)
  await store.set(connectAtom, 'bip122:Tern')
  await store.set(disconnectAtom)
  await vi.waitFor(() => expect(reported.slice(-2)).toEqual(['bip122', 'eip155']))
})

test('disconnects all namespaces, even if one wallet fails', async () => {
  const { store, left } = await openThree({
    disconnect: (namespace) => {
      left.push(namespace)
      if (namespace === 'solana') throw new AppError(commonErrors.INTERNAL_ERROR)
    },
  })
  await expect(store.set(disconnectAllAtom)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(left.toSorted()).toEqual(['bip122', 'eip155', 'solana'])
  const { eip155, solana: kept, bip122 } = store.get(accountsAtom)
  expect([eip155.status, kept.status, bip122.status]).toEqual(['disconnected', 'connected', 'disconnected'])
})

test('switches to another connected namespace without asking a wallet that is on the network already', async () => {
  const { store, active, calls } = await openThree()
  expect(await store.set(switchNetworkAtom, solanaNetwork.caipNetworkId)).toBe(true)
  expect([active(), store.get(activeNetworkAtom)?.name]).toEqual(['solana', 'Solana'])
  expect(calls).not.toContain('request')
})

test('asks the wallet to switch networks first, and keeps the active namespace if the wallet rejects', async () => {
  const requests: [ChainNamespace, JsonRpcRequest][] = []
  let isDeclinedByVisitor = true
  const { store, active, report } = await openThree({
    request: (namespace, request) => {
      requests.push([namespace, request])
      if (isDeclinedByVisitor) throw new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'No' })
    },
  })
  expect(await store.set(switchNetworkAtom, solanaDevnetNetwork.caipNetworkId)).toBe(false)
  expect(store.get(switchAttemptAtom)).toMatchObject({ status: 'declined' })
  expect(active()).toBe('eip155')
  isDeclinedByVisitor = false
  expect(await store.set(switchNetworkAtom, solanaDevnetNetwork.caipNetworkId)).toBe(true)
  expect(active()).toBe('solana')
  const request = { method: 'wallet_switchNetwork', params: [solanaDevnetNetwork.caipNetworkId] }
  expect(requests).toEqual([
    ['solana', request],
    ['solana', request],
  ])
  await report('solana', { ...solanaAccount, caipNetworkId: solanaDevnetNetwork.caipNetworkId })
  expect(store.get(activeNetworkAtom)?.name).toBe('Solana Devnet')
})

test('refuses to switch to a network of a namespace without a wallet', async () => {
  const { call } = await openThree()
  await expect(call('switchNetwork', [bitcoinNetwork.caipNetworkId])).rejects.toMatchObject({
    code: 'CONNECTOR_CHAIN_MISMATCH',
  })
})

test('opens the account of a connected namespace that the page asks for, else closes the modal after a wallet connects in it', async () => {
  const { store, call, active, outcomes } = await openThree({ connect: () => bitcoinAccount })
  await call('open', [{ namespace: 'solana' }])
  expect([store.get(screenAtom).view, active()]).toEqual(['Account', 'solana'])
  await call('close', [true])
  await call('open', [{ namespace: 'bip122' }])
  expect([store.get(screenAtom).view, active()]).toEqual(['Connect', 'solana'])
  await store.set(connectAtom, 'bip122:Tern')
  await waitForMessages()
  const { caipAddress } = bitcoinAccount
  expect(outcomes).toEqual([{ outcome: 'connected', namespace: 'bip122', caipAddress }])
})

test('returns to the previous view after connecting a second wallet', async () => {
  const { store, call, outcomes } = await openThree({ connect: () => bitcoinAccount })
  await call('open', [{}])
  store.set(startHistoryAtom, { view: 'Account' })
  await call('open', [{ view: 'Account' }])
  await store.set(connectAtom, 'bip122:Tern')
  await waitForMessages()
  expect([store.get(screenAtom).view, outcomes]).toEqual(['Account', []])
})

test("passes the networks to a connecting wallet, the visitor's current network first", async () => {
  const received: unknown[] = []
  const { store } = openPage(
    {
      connect: (_walletId, wanted) => {
        received.push(wanted)
        return solanaAccount
      },
    },
    { networks },
  )
  await store.set(switchNetworkAtom, solanaDevnetNetwork.caipNetworkId)
  await store.set(connectAtom, 'solana:Osprey')
  expect(received).toEqual([
    [solanaDevnetNetwork, ...networks.filter((network) => network !== solanaDevnetNetwork)].map(
      ({ caipNetworkId }) => caipNetworkId,
    ),
  ])
})
