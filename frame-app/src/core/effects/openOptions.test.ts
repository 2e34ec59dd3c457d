// @vitest-environment happy-dom
import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openPage, sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { directoryId } from '../api/wallets.ts'
import { setIsPhoneAtom } from '../state/device.ts'
import { isOpenAtom } from '../state/modal.ts'
import { isPairedByPageAtom, pageUriAtom } from '../state/pairing.ts'

const harbor = { id: 'io.example.harbor', name: 'Harbor', rdns: 'io.example.harbor' }
const relay = { walletConnect: { projectId: '', relayUrl: 'wss://relay.example' } }
const views = 'Connect, AllWallets, Account, Networks, ProfileWallets, WhatIsAWallet'

test.each([
  ['Networkz', 'UNKNOWN_VIEW', -32602, `There is no view Networkz. Did you mean Networks? It can be ${views}.`],
  ['Downloads', 'UNKNOWN_VIEW', -32602, `There is no view Downloads. It can be ${views}.`],
  [7, 'UNKNOWN_VIEW', -32602, `There is no view 7. It can be ${views}.`],
  ['Swap', 'VIEW_NOT_AVAILABLE', -32602, 'The view Swap is not available'],
])('refuses to open the view %j with the error %s', async (view, code, number, message) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { store, call, calls } = openPage()
  await expect(call('open', [{ view } as OpenOptions])).rejects.toMatchObject({ code, number, message })
  expect([store.get(isOpenAtom), calls]).toEqual([false, []])
  expect(errors.mock.calls).toEqual([[`AppKit: ${message}`]])
})

test('connects the wallet of the page that the page names, without a press', async () => {
  const connected: unknown[] = []
  const { call, navigation } = openPage({
    connect: async (id) => {
      connected.push(id)
      return new Promise<never>(() => {})
    },
  })
  await call('wallets', [[harbor]])
  await call('open', [{ wallet: 'io.example.harbor' }])
  expect([navigation.view(), connected]).toEqual(['ConnectingExternal', ['io.example.harbor']])
})

test('connects another wallet although one is connected', async () => {
  const { call, navigation } = openPage({ connect: () => new Promise<never>(() => {}) })
  await call('wallets', [[harbor]])
  await call('account', ['eip155', sampleAccountOn(1, 'io.example.kite')])
  await call('open', [{ wallet: 'io.example.harbor' }])
  expect(navigation.view()).toBe('ConnectingExternal')
})

test.each(['rdns', 'id'])('finds a wallet that only the directory has by its %s', async (name) => {
  const id = await directoryId('io.example.far')
  mockServer.use(
    http.get('*/getWallets', ({ request }) => {
      const isWanted = new URL(request.url).searchParams.get('include')?.split(',').includes(id)
      const data = isWanted ? [{ id, name: 'Far', chains: [] }] : []
      return HttpResponse.json({ data, count: data.length })
    }),
  )
  const { call, navigation } = openPage({}, relay)
  await call('wallets', [[]])
  await call('open', [{ wallet: name === 'id' ? id : 'io.example.far' }])
  expect(navigation.view()).toBe('ConnectingWalletConnect')
})

test('opens the QR code for the wallet walletConnect', async () => {
  const { call, navigation } = openPage({}, relay)
  await call('wallets', [[]])
  await call('open', [{ wallet: 'walletConnect' }])
  expect(navigation.view()).toBe('ConnectingWalletConnectBasic')
})

test.each([
  ['nobody knows', 'io.example.nobody', {}],
  ['the page hides', 'io.example.harbor', { excludeWalletIds: ['io.example.harbor'] }],
])('refuses a wallet that %s', async (_who, wallet, options) => {
  vi.spyOn(console, 'error').mockReturnValue()
  mockServer.use(http.get('*/getWallets', () => HttpResponse.json({ data: [], count: 0 })))
  const { store, call } = openPage()
  await call('configure', [options])
  await call('wallets', [[harbor]])
  await expect(call('open', [{ wallet }])).rejects.toMatchObject({
    code: 'UNKNOWN_WALLET',
    message: `There is no wallet ${wallet}`,
  })
  expect(store.get(isOpenAtom)).toBe(false)
})

test('shows the list of wallets while the visitor has not agreed to the terms', async () => {
  const { call, navigation } = openPage()
  await call('configure', [{ legalCheckbox: true }])
  await call('wallets', [[harbor]])
  await call('open', [{ wallet: 'io.example.harbor' }])
  expect(navigation.view()).toBe('Connect')
})

test.each([
  [false, 'ConnectingWalletConnectBasic'],
  [true, 'AllWallets'],
])('shows the link that the page gives, on a phone: %s, in the view %s', async (isPhone, view) => {
  const { store, call, navigation } = openPage()
  store.set(setIsPhoneAtom, isPhone)
  await call('open', [{ uri: 'wc:7f6e@2?relay-protocol=irn' }])
  expect([navigation.view(), store.get(pageUriAtom)]).toEqual([view, 'wc:7f6e@2?relay-protocol=irn'])
  await call('close', [true])
  await call('open', [{}])
  expect([navigation.view(), store.get(pageUriAtom)]).toEqual(['Connect', null])
})

test.each(['https://evil.example', 'javascript:alert(1)', 'wc:', 'wc:a b', 7])('ignores the link %j', async (uri) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { store, call, navigation } = openPage()
  await call('open', [{ uri } as OpenOptions])
  expect([navigation.view(), store.get(pageUriAtom)]).toEqual(['Connect', null])
})

test('starts with the QR code if the page makes the WalletConnect sessions itself, until a wallet is connected', async () => {
  const { store, call, navigation } = openPage()
  await call('configure', [{ manualWalletConnect: true }])
  await vi.waitFor(() => expect(store.get(isPairedByPageAtom)).toBe(true))
  await call('open', [{}])
  expect(navigation.view()).toBe('ConnectingWalletConnectBasic')
  await call('open', [{ view: 'Connect' }])
  expect(navigation.view()).toBe('Connect')
  await call('close', [true])
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  expect(navigation.view()).toBe('Account')
})
