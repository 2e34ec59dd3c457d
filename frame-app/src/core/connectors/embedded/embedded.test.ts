// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}

import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage, waitForMessages } from '../../../../test/page.ts'
import { answerAsSecureFrame } from '../../../../test/secureFrame.ts'
import { mockServer } from '../../../../test/server.ts'
import { screenAtom } from '../../../router/router.ts'
import { safeCloseAtom } from '../../../router/safeClose.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { connectorAtom } from '../../state/connections.ts'
import { loginEmailAtom, securePanelAtom } from '../../state/embedded.ts'
import { hasLeftAtom } from '../../state/hasLeft.ts'
import { lastConnectionsAtom, rememberConnectionAtom } from '../../state/lastConnections.ts'
import { isOpenAtom, markOpenAtom } from '../../state/modal.ts'
import { toastAtom } from '../../state/notices.ts'

const address = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'
const account: AccountState = {
  status: 'connected',
  caipAddress: `eip155:1:${address}`,
  caipNetworkId: 'eip155:1',
  accountType: 'eoa',
}
const cluster = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const solana = `${cluster}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv` as const
const user = { isConnected: true, accounts: { eip155: account }, email: 'mara@orchard.example' }

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '0', symbol: 'ETH', decimals: 18 })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)
afterEach(() => document.body.replaceChildren())

/** A page that accepts the calls of the frame, as the real bridge does. */
const openWithBridge = (note: (namespace: string) => void = () => undefined) => {
  const page = openPage({
    open: () => page.call('open', [{}]),
    account: (namespace) => note(namespace),
    activate: () => {},
  })
  return page
}

const logIn = async (methods: Parameters<typeof answerAsSecureFrame>[0] = {}) => {
  const page = openWithBridge()
  await page.call('open', [{}])
  const wallet = await page.store.get(connectorAtom)('embedded').open()
  const loggingIn = wallet.login('mara@orchard.example')
  const secure = await answerAsSecureFrame({
    connectEmail: () => ({ action: 'VERIFY_OTP' }),
    isConnected: () => user,
    leave: () => undefined,
    rpcAbort: () => undefined,
    disconnect: () => undefined,
    ...methods,
  })
  await loggingIn
  return { ...page, ...secure }
}

test.each([
  ['a document without layout', 0, 360],
  ['a phone', 390, 390],
  ['a desktop', 1_280, 360],
])('tells the secure frame its width in the modal (%s)', async (_name, innerWidth, width) => {
  vi.stubGlobal('innerWidth', innerWidth)
  const widths: unknown[] = []
  await logIn({ look: (theme) => void widths.push(theme.width) })
  expect(widths[0]).toBe(width)
  vi.unstubAllGlobals()
})

test('creates no secure frame before a login', async () => {
  const { call } = openWithBridge()
  await call('open', [{}])
  expect(document.querySelector('iframe')).toBeNull()
})

test('shows the panel of the secure frame and connects after a login', async () => {
  const { store, emit, outcomes } = await logIn()
  await emit('panel', [{ view: 'verifyCode', height: 320 }])
  await vi.waitFor(() => expect(store.get(screenAtom)).toEqual({ view: 'SecurePanel', data: { panel: 'verifyCode' } }))
  await emit('user', [user])
  await emit('panel', [null])
  await vi.waitFor(() =>
    expect(outcomes).toEqual([{ outcome: 'connected', namespace: 'eip155', caipAddress: account.caipAddress }]),
  )
  expect(store.get(accountsAtom).eip155).toMatchObject({ status: 'connected', connectorId: 'embedded' })
  expect(store.get(loginEmailAtom)).toBe('mara@orchard.example')
})

test('rejects a login with the error that the secure frame threw', async () => {
  const refused = logIn({
    connectEmail: () => {
      throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: 12 } })
    },
  })
  await expect(refused).rejects.toMatchObject({ message: 'Please try again after 12 seconds' })
})

test('cancels the login in the secure frame when the visitor closes the modal', async () => {
  const { store, emit, calls } = await logIn()
  await emit('panel', [{ view: 'verifyCode', height: 320 }])
  await vi.waitFor(() => expect(store.get(screenAtom).view).toBe('SecurePanel'))
  await store.set(safeCloseAtom)
  await vi.waitFor(() => expect(calls).toContain('leave'))
  expect(store.get(securePanelAtom)).toBeNull()
})

const connected = async (methods: Parameters<typeof answerAsSecureFrame>[0] = {}) => {
  const page = await logIn(methods)
  await page.emit('user', [user])
  await vi.waitFor(() => expect(page.store.get(isOpenAtom)).toBe(false))
  return page
}

test('opens the modal for an approval, and rejects the request when the modal closes', async () => {
  const approval = Promise.withResolvers<string>()
  const { store, call, emit, calls } = await connected({
    rpcRequest: () => approval.promise,
    rpcAbort: () => approval.reject(new AppError(commonErrors.USER_REJECTED)),
  })
  const answer = call('request', ['eip155', { method: 'personal_sign', params: ['0x00', address] }, 'embedded'])
  const ended = expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await vi.waitFor(() => expect(calls).toContain('rpcRequest'))
  await emit('panel', [{ view: 'approve', height: 400 }])
  await vi.waitFor(() => expect(store.get(screenAtom)).toEqual({ view: 'SecurePanel', data: { panel: 'approve' } }))
  await store.set(safeCloseAtom)
  await ended
})

test('does not reopen the modal for a late resize of a closed panel', async () => {
  const received = Promise.withResolvers<void>()
  const { store, call, emit } = await connected({
    rpcRequest: () => new Promise(() => {}),
    rpcAbort: async () => {
      // An approval card may get another button, and so grow, in the moment when the visitor closes the card.
      await emit('panel', [{ view: 'approve', height: 460 }])
      received.resolve()
    },
  })
  call('request', ['eip155', { method: 'personal_sign', params: ['0x00', address] }, 'embedded']).catch(() => {})
  await emit('panel', [{ view: 'approve', height: 400 }])
  await vi.waitFor(() => expect(store.get(screenAtom).view).toBe('SecurePanel'))
  await store.set(safeCloseAtom)
  await received.promise
  await waitForMessages()
  expect(store.get(isOpenAtom)).toBe(false)
  // The next approval opens the modal again.
  await emit('panel', [{ view: 'approve', height: 400 }])
  await vi.waitFor(() => expect(store.get(isOpenAtom)).toBe(true))
})

test('answers a request after the visitor approved it, and closes the modal that opened for the approval', async () => {
  const approval = Promise.withResolvers<string>()
  const { store, call, emit, outcomes } = await connected({ rpcRequest: () => approval.promise })
  const answer = call('request', ['eip155', { method: 'personal_sign', params: ['0x00', address] }, 'embedded'])
  await emit('panel', [{ view: 'approve', height: 400 }])
  await vi.waitFor(() => expect(store.get(screenAtom).view).toBe('SecurePanel'))
  await emit('panel', [null])
  approval.resolve('0xsigned')
  expect(await answer).toBe('0xsigned')
  await vi.waitFor(() => expect(store.get(isOpenAtom)).toBe(false))
  expect(outcomes.at(-1)).toEqual({ outcome: 'closed' })
})

const permission = {
  invoker: expect.any(String),
  parentCapability: 'eth_accounts',
  caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
}

test.each(['wallet_importKey', 'eth_mining', 'wallet_getSnaps', 'personal_ecRecover', 'eth_coinbase'])(
  'refuses the method %s at once, and tells the visitor only in an open modal, after 300 ms',
  async (method) => {
    const requests: string[] = []
    mockServer.use(
      http.post('*/v1/', async ({ request }) => {
        requests.push(await request.text())
        return HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
      }),
    )
    const { store, call, calls } = await connected()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = { code: 'METHOD_NOT_ALLOWED', message: 'Requested RPC call is not allowed' }
    await expect(call('request', ['eip155', { method }, 'embedded'])).rejects.toMatchObject(refused)
    vi.advanceTimersByTime(1_000)
    expect([store.get(isOpenAtom), store.get(toastAtom)]).toEqual([false, null])
    store.set(markOpenAtom)
    await expect(call('request', ['eip155', { method }, 'embedded'])).rejects.toMatchObject(refused)
    vi.advanceTimersByTime(299)
    expect(store.get(toastAtom)).toBeNull()
    vi.advanceTimersByTime(1)
    expect(store.get(toastAtom)).toEqual({ variant: 'error', text: 'notAllowed' })
    const sent = requests.filter((text) => text.includes(method))
    expect([...calls.filter((name) => name === 'rpcRequest' || name === 'rpcAbort'), ...sent]).toEqual([])
  },
)

/**
 * Calls a method that no site may call. The stub of the secure frame then shows its panel, as if an approval were
 * waiting.
 */
const callRefused = async () => {
  const requests: unknown[] = []
  const page = await connected({
    rpcRequest: async (request) => {
      requests.push(request)
      await page.emit('panel', [{ view: 'approve', height: 300 }])
      throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
    },
  })
  const params = [address, `0x${'00'.repeat(32)}`]
  const refused = page.call('request', ['eip155', { method: 'eth_sign', params }, 'embedded'])
  await expect(refused).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  return { ...page, requests }
}

test('sends the name of a refused method to the secure frame, without its params', async () => {
  const { requests } = await callRefused()
  expect(requests).toEqual([{ method: 'eth_sign', chainId: 'eip155:1', chainNamespace: 'eip155' }])
})

test('opens the modal if the secure frame shows a panel after the wallet refused a method, and closes both together', async () => {
  const { store, emit, outcomes } = await callRefused()
  expect(store.get(isOpenAtom)).toBe(true)
  expect(store.get(screenAtom)).toEqual({ view: 'SecurePanel', data: { panel: 'approve' } })
  await emit('panel', [null])
  await vi.waitFor(() => expect(outcomes.at(-1)).toEqual({ outcome: 'closed' }))
  expect(store.get(isOpenAtom)).toBe(false)
})

test.each(['eth_sign', 'eth_mining', 'eth_simulateV1'])(
  'refuses the method %s, which no page may call',
  async (method) => {
    const { store } = await connected()
    const wallet = await store.get(connectorAtom)('embedded').open()
    await expect(wallet.request('eip155', { method })).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      number: 4200,
    })
  },
)

test.each(['eth_sign', 'wallet_getSnaps'])(
  'a refused %s leaves the request that waits for approval alone',
  async (method) => {
    const approval = Promise.withResolvers<string>()
    const { store, call, emit } = await connected({
      rpcRequest: async (request) => {
        if (request.method === 'personal_sign') return approval.promise
        throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
      },
    })
    const answer = call('request', ['eip155', { method: 'personal_sign', params: ['0x00', address] }, 'embedded'])
    await emit('panel', [{ view: 'approve', height: 400 }])
    await vi.waitFor(() => expect(store.get(screenAtom).view).toBe('SecurePanel'))
    await expect(call('request', ['eip155', { method }, 'embedded'])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
    })
    await waitForMessages()
    expect(store.get(screenAtom)).toEqual({ view: 'SecurePanel', data: { panel: 'approve' } })
    approval.resolve('0xsigned')
    expect(await answer).toBe('0xsigned')
  },
)

test.each([
  ['eth_accounts', undefined, [address]],
  ['eth_chainId', undefined, '0x1'],
  ['wallet_getPermissions', undefined, [permission]],
  ['wallet_requestPermissions', [{ eth_accounts: {} }], [permission]],
])('answers the method %s without asking the visitor', async (method, params, answer) => {
  const { call } = await connected()
  expect(await call('request', ['eip155', { method, params }, 'embedded'])).toEqual(answer)
})

test('switches only to networks of the project', async () => {
  const { store, call } = await connected({
    switchNetwork: (id) => ({
      ...user,
      accounts: { eip155: { ...account, caipNetworkId: id, caipAddress: `${id}:${address}` } },
    }),
  })
  expect(
    await call('request', [
      'eip155',
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
      'embedded',
    ]),
  ).toBeNull()
  expect(await call('request', ['eip155', { method: 'eth_chainId' }, 'embedded'])).toBe('0xa')
  await expect(
    call('request', ['eip155', { method: 'wallet_addEthereumChain', params: [{ chainId: '0x3e7' }] }, 'embedded']),
  ).rejects.toMatchObject({ code: 'UNRECOGNIZED_CHAIN' })
  await waitForMessages()
  expect(store.get(accountsAtom).eip155.status).toBe('connected')
})

test.each([
  ['wallet_switchEthereumChain', [{ chainId: 10 }]],
  ['wallet_switchEthereumChain', [{ chainId: '10' }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x0a' }]],
  ['wallet_switchEthereumChain', undefined],
  ['wallet_addEthereumChain', [null]],
  ['wallet_requestPermissions', undefined],
  ['wallet_requestPermissions', [{ eth_accounts: {}, eth_sign: {} }]],
  ['wallet_revokePermissions', [{ eth_sign: {} }]],
])('rejects the method %s with the params %j and keeps the connection', async (method, params) => {
  const { call, calls, store } = await connected()
  const answer = call('request', ['eip155', { method, params }, 'embedded'])
  await expect(answer).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(calls).not.toContain('disconnect')
  expect(store.get(accountsAtom).eip155.status).toBe('connected')
})

test.each(['eth_getAccount', 'wallet_getCapabilities'])(
  'sends the method %s to the wallet, not to a node',
  async (method) => {
    const { call } = await connected({ rpcRequest: () => 'its own' })
    expect(await call('request', ['eip155', { method, params: [] }, 'embedded'])).toBe('its own')
  },
)

test.each(['eth_supportedEntryPoints', 'wallet_grantPermissions', 'wallet_watchAsset'])(
  'refuses the unbuilt method %s without opening the modal',
  async (method) => {
    const { store, call, calls } = await connected()
    const answer = call('request', ['eip155', { method, params: [] }, 'embedded'])
    await expect(answer).rejects.toMatchObject({ code: 'NOT_SUPPORTED_YET', number: 4200 })
    expect(calls).not.toContain('rpcRequest')
    expect(store.get(isOpenAtom)).toBe(false)
  },
)

test('disconnects when the page revokes its permissions', async () => {
  const { store, call, calls } = await connected()
  await call('request', ['eip155', { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }, 'embedded'])
  expect(calls).toContain('disconnect')
  expect(store.get(accountsAtom).eip155.status).toBe('disconnected')
  expect(store.get(loginEmailAtom)).toBeNull()
  expect(store.get(hasLeftAtom)).toBe(true)
})

test('keeps the address of a disconnected visitor nowhere', async () => {
  const { store, call } = await connected()
  const both = { connectorId: 'embedded', name: 'mara@orchard.example' }
  for (const namespace of ['eip155', 'solana'] as const) store.set(rememberConnectionAtom, namespace, both)
  store.set(rememberConnectionAtom, 'bip122', { connectorId: 'io.harbor', name: 'Harbor' })
  await call('leave', ['eip155', 'embedded'])
  expect(store.get(lastConnectionsAtom)).toEqual({ bip122: { connectorId: 'io.harbor', name: 'Harbor' } })
})

test('connects after the visitor pressed the button of the secure frame, and not by news of the secure frame alone', async () => {
  const { store, call, emit } = await connected({ offerReturn: () => true })
  await call('leave', ['eip155', 'embedded'])
  await call('open', [{}])
  await emit('user', [user])
  expect(store.get(accountsAtom).eip155.status).toBe('disconnected')
  const wallet = await store.get(connectorAtom)('embedded').open()
  expect(await wallet.offerReturn()).toBe(true)
  await emit('panel', [{ view: 'return', height: 150 }])
  expect(store.get(screenAtom).view).toBe('Connect')
  await emit('user', [user])
  await vi.waitFor(() => expect(store.get(accountsAtom).eip155.status).toBe('connected'))
  expect(store.get(hasLeftAtom)).toBe(false)
})

test('forgets that the visitor may return once the secure frame has no button for it', async () => {
  const { store, call } = await connected({ offerReturn: () => false })
  await call('leave', ['eip155', 'embedded'])
  const wallet = await store.get(connectorAtom)('embedded').open()
  expect(await wallet.offerReturn()).toBe(false)
  expect(store.get(hasLeftAtom)).toBe(false)
})

test('tells the secure frame that the page disconnected, even if the page reported the lost account first', async () => {
  const { call, calls } = await connected()
  await call('account', ['eip155', { status: 'disconnected' }])
  await call('leave', ['eip155', 'embedded'])
  expect(calls.filter((name) => name === 'disconnect')).toHaveLength(1)
})

test('tells the secure frame once if all namespaces disconnect together', async () => {
  const { call, calls } = await connected()
  const leave = () => call('leave', ['eip155', 'embedded'])
  await Promise.all([leave(), leave()])
  expect(calls.filter((name) => name === 'disconnect')).toHaveLength(1)
})

test.each([
  ['solana', ['solana', 'eip155']],
  ['eip155', ['eip155', 'solana']],
] as const)('announces the namespace %s first if the page asked for that namespace', async (namespace, order) => {
  const announced: string[] = []
  const page = openWithBridge((name) => announced.push(name))
  const both = {
    ...user,
    accounts: { eip155: account, solana: { ...account, caipAddress: solana, caipNetworkId: cluster } },
  }
  await page.call('open', [{ namespace }])
  const wallet = await page.store.get(connectorAtom)('embedded').open()
  const loggingIn = wallet.login('mara@orchard.example')
  const { emit } = await answerAsSecureFrame({
    connectEmail: () => ({ action: 'VERIFY_OTP' }),
    isConnected: () => both,
    leave: () => undefined,
  })
  await loggingIn
  await emit('user', [both])
  await vi.waitFor(() => expect(announced).toEqual(order))
})

test('rejects a malformed call of `panel` by the secure frame, and ignores unknown namespaces in a call of `user`', async () => {
  const { store, emit } = await logIn()
  await expect(emit('panel', [{ view: 'settings', height: 99_999 }])).rejects.toThrow()
  await expect(emit('panel', [{ view: 'constructor' as 'settings', height: 10 }])).rejects.toThrow()
  await emit('user', [{ isConnected: true, accounts: JSON.parse('{"__proto__":{"status":"connected"}}') }])
  expect(store.get(securePanelAtom)).toBeNull()
})
