// @vitest-environment happy-dom
import type { CaipNetworkId, HostOptions, OpenOptions, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { solanaAccount } from '../../../test/namespaces.ts'
import { openPage, sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { directoryId } from '../api/wallets.ts'
import { walletRowsAtom } from '../connectors/walletRows.ts'
import { accountsAtom } from '../state/accounts.ts'
import { pageWalletsAtom, walletDiscoveryAtom, walletIconsAtom } from '../state/connections.ts'
import { networksAtom } from '../state/networks.ts'
import { toastAtom } from '../state/notices.ts'
import { optionsAtom } from '../state/options.ts'

const wallet: PageWallet = { id: 'io.example.harbor', name: 'Harbor', rdns: 'io.example.harbor' }

test('shows the wallets of the host page as rows of the wallet list', async () => {
  const { store, call } = openPage()
  expect([store.get(pageWalletsAtom), store.get(walletDiscoveryAtom)]).toEqual([[], 'waiting'])
  await call('wallets', [[wallet]])
  await call('walletIcon', ['io.example.harbor', 'data:image/png;base64,AAAA'])
  expect(store.get(walletRowsAtom)).toEqual([
    {
      id: 'io.example.harbor',
      name: 'Harbor',
      iconUrl: 'data:image/png;base64,AAAA',
      tag: 'installed',
      kind: 'injected',
      connectorId: 'injected',
      walletIds: { eip155: 'io.example.harbor' },
      offeredId: await directoryId('io.example.harbor'),
    },
  ])
})

test("drops invalid wallets of a page's list and keeps the valid one", async () => {
  const { store, call } = openPage()
  await call('wallets', [[{ id: 1 }, null, { id: 'x', name: '‮' }, wallet] as PageWallet[]])
  expect(store.get(pageWalletsAtom)).toEqual([wallet])
})

test("limits a page's list of five hundred wallets to two hundred", async () => {
  const { store, call } = openPage()
  await call('wallets', [Array.from({ length: 500 }, (_, at) => ({ id: `w${at}`, name: `Wallet ${at}` }))])
  expect(store.get(pageWalletsAtom)).toHaveLength(200)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://tracker.example/x.png',
  `data:image/png;base64,${'A'.repeat(20_000)}`,
])('refuses the icon %.30s', async (icon) => {
  const { store, call } = openPage()
  await expect(call('walletIcon', ['x', icon])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(store.get(walletIconsAtom)).toEqual({})
})

test.each([
  '',
  'data:image/png;base64,AAAA',
  'data:image/;base64,AAAA',
  'data:image/png',
  'data:image/svg+xml,<svg\n/>',
])('accepts the icon %j, as the script of the document does', async (icon) => {
  const { store, call } = openPage()
  await call('walletIcon', ['x', icon])
  expect(store.get(walletIconsAtom)).toEqual({ x: icon })
})

test.each([
  [{ status: 'connected', caipAddress: 'eip155:1:0x12' }],
  [{ status: 'connected', caipAddress: '__proto__:1:0x12' }],
  [{ status: 'online' }],
])('refuses the account report %j', async (account) => {
  const { call } = openPage()
  await expect(call('account', ['eip155', account as never])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('refuses an account report for Solana that contains an EVM account', async () => {
  const { call } = openPage()
  await expect(call('account', ['solana', sampleAccountOn(1)])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('drops host options that could carry CSS or script and keeps the others', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { store, call } = openPage()
  await call('configure', [
    {
      accent: 'red;background:url(//evil.example)',
      radius: 12,
      termsUrl: 'javascript:alert(1)',
      networks: ['eip155:10', 'eip155:10'],
    },
  ])
  expect(store.get(optionsAtom)).toMatchObject({ radius: 12 })
  expect(store.get(optionsAtom)).not.toHaveProperty('accent')
  expect(store.get(optionsAtom)).not.toHaveProperty('termsUrl')
  expect(store.get(networksAtom).map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:10'])
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(2))
  expect(document.documentElement.style.getPropertyValue('--host-radius')).toBe('12px')
})

test.each([
  [{ view: 'AllWallets' }, 'AllWallets'],
  [{ namespace: 'dogecoin' }, 'Connect'],
  ['Account', 'Connect'],
  [null, 'Connect'],
  [{ view: 'Networks', namespace: 7 }, 'Networks'],
])('opens the modal with the options %j on the view %s', async (options, view) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { navigation, call, calls } = openPage()
  await call('open', [options as never])
  expect(calls).toEqual(['shown'])
  expect(navigation.view()).toBe(view)
})

test('sends a read request to the default network or to the network that the page names', async () => {
  const chainIds: (string | null)[] = []
  mockServer.use(
    http.post('*/v1/', ({ request }) => {
      chainIds.push(new URL(request.url).searchParams.get('chainId'))
      return HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x10' })
    }),
  )
  const { call } = openPage()
  expect(await call('read', [{ method: 'eth_blockNumber' }])).toBe('0x10')
  expect(await call('read', [{ method: 'eth_blockNumber' }, 'eip155:10'])).toBe('0x10')
  expect(chainIds).toEqual(['eip155:1', 'eip155:10'])
  await expect(call('read', [{ method: 'eth_blockNumber' }, 'eip155:5'])).rejects.toMatchObject({
    code: 'UNRECOGNIZED_CHAIN',
  })
})

test('if the host page switches networks, switches the connected wallet, or without a wallet the network of read requests', async () => {
  const chainIds: (string | null)[] = []
  mockServer.use(
    http.post('*/v1/', ({ request }) => {
      chainIds.push(new URL(request.url).searchParams.get('chainId'))
      return HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x10' })
    }),
  )
  const requests: unknown[] = []
  const { call } = openPage({
    request: async (_namespace, request) => {
      requests.push(request)
      await call('account', ['eip155', sampleAccountOn(10)])
    },
  })
  await call('switchNetwork', ['eip155:10'])
  await call('read', [{ method: 'eth_blockNumber' }])
  expect(chainIds).toEqual(['eip155:10'])
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('switchNetwork', ['eip155:10'])
  expect(requests).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }])
  await expect(call('switchNetwork', ['eip155:5'])).rejects.toMatchObject({ code: 'SWITCH_NETWORK_NOT_FOUND' })
})

test.each(['foo', 'eip155', 7, null])('names the network id %j that is no CAIP-2 id', async (network) => {
  const { call } = openPage()
  await expect(call('switchNetwork', [network as CaipNetworkId])).rejects.toMatchObject({
    code: 'INVALID_CAIP_NETWORK_ID',
    message: `Invalid CAIP-2 network id: ${network}`,
  })
  await expect(call('switchNetwork', ['' as CaipNetworkId])).rejects.toThrow('Invalid CAIP-2 network id: ""')
})

test("passes a node's error with its data to the page", async () => {
  mockServer.use(
    http.post('*/v1/', () =>
      HttpResponse.json({
        jsonrpc: '2.0',
        id: 0,
        error: { code: 3, message: 'execution reverted', data: '0x08c379a0' },
      }),
    ),
  )
  await expect(openPage().call('read', [{ method: 'eth_call', params: [{}] }])).rejects.toMatchObject({
    code: 'EXECUTION_REVERTED',
    number: 3,
    data: '0x08c379a0',
  })
})

test('fetches once each wallet that the host page names and the document lacks', async () => {
  const requests: (string | null)[] = []
  mockServer.use(
    http.get('*/getWallets', ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('include'))
      return HttpResponse.json({ data: [{ id: 'b1', name: 'Northwind', chains: [] }], count: 1 })
    }),
  )
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { store, call } = openPage()
  await call('wallets', [[wallet]])
  await call('configure', [{ featuredWalletIds: ['b1', 'nobody'] }])
  await vi.waitFor(() => expect(store.get(walletRowsAtom).map(({ name }) => name)).toEqual(['Harbor', 'Northwind']))
  await call('configure', [{ featuredWalletIds: ['b1', 'nobody'], theme: 'dark' }])
  await vi.waitFor(() => expect(errors.mock.calls).toEqual([[expect.stringContaining('"nobody"')]]))
  expect(requests).toEqual(['b1,nobody'])
})

test('opens the start view for the view "true", which JSX makes of an attribute without a value', async () => {
  const { navigation, call } = openPage()
  await call('open', [{ view: 'true' } as unknown as OpenOptions])
  expect(navigation.view()).toBe('Connect')
})

test.each<[HostOptions, string[]]>([
  [{ radius: 90 }, ['the option radius was left out, because its value 90 is not valid.']],
  [{ legalCheckbox: 'yes' as never }, ['the option legalCheckbox was left out, because its value "yes" is not valid.']],
  [
    { theme: 'drak' as never },
    [
      'the option theme was left out, because its value "drak" is not valid. Did you mean dark? It can be light, dark, auto.',
    ],
  ],
  [
    { connectMethodsOrder: ['walet', 'email'] as never },
    [
      'the option connectMethodsOrder was left out, because its value ["walet","email"] is not valid. Did you mean wallet? It can be email, wallet.',
    ],
  ],
  [{ featuredWalletIDs: 'a' } as never, ['there is no option featuredWalletIDs. Did you mean featuredWalletIds?']],
  [{ projectId: 'shop', warm: 'idle', nscript: 'afterInteractive' } as never, []],
])('tells the developer about the options %j: %j', async (options, lines) => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { call } = openPage()
  await call('configure', [options])
  await vi.dynamicImportSettled()
  // The mock server writes lines, too, for requests that an earlier test left behind.
  const own = () => complain.mock.calls.flat().filter((line) => String(line).startsWith('AppKit: '))
  await vi.waitFor(() => expect(own()).toEqual(lines.map((line) => `AppKit: ${line}`)))
})

test('sends the server no request before the modal opens', async () => {
  const { call } = openPage({}, { analytics: true })
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('wallets', [[wallet]])
})

test('keeps a custom wallet without its forbidden image, and warns the developer', async () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { store, call } = openPage()
  const wallets = [
    { id: 'near', name: 'Near', imageUrl: 'data:image/png;base64,AAAA' },
    { id: 'far', name: 'Far', imageUrl: 'https://pictures.example/far.png' },
  ]
  await call('configure', [{ customWallets: wallets }])
  expect(store.get(optionsAtom).customWallets).toEqual([wallets[0], { id: 'far', name: 'Far' }])
  await vi.waitFor(() => expect(warn.mock.calls).toEqual([[expect.stringContaining('customWallets far imageUrl')]]))
})

test('refuses an account report with additional accounts of another namespace', async () => {
  const { store, call } = openPage()
  const { caipAddress = '' } = sampleAccountOn(1)
  await call('account', ['eip155', { ...sampleAccountOn(1), caipAddresses: [caipAddress] }])
  expect(store.get(accountsAtom).eip155.caipAddresses).toEqual([caipAddress])
  const mixed = { ...sampleAccountOn(1), caipAddresses: [caipAddress, ...(solanaAccount.caipAddresses ?? [])] }
  await expect(call('account', ['eip155', mixed])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  const { caipAddress: _, caipNetworkId, ...foreign } = solanaAccount
  await expect(call('account', ['eip155', foreign])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test.each(['Success', 'Error'] as const)(
  'shows a message of the page in the open modal: show%sMessage',
  async (kind) => {
    const { store, call } = openPage()
    await call(`show${kind}Message`, ['Too early'])
    await call('open', [{}])
    expect(store.get(toastAtom)).toBeNull()
    await call(`show${kind}Message`, ['Your order\nis on its \u202eway'])
    expect(store.get(toastAtom)).toEqual({ variant: kind.toLowerCase(), message: 'Your order is on its way' })
  },
)

test.each(['', ' \u200b', null, 7])('refuses the message %j, of which nothing can be shown', async (message) => {
  const { call } = openPage()
  await call('open', [{}])
  await expect(call('showSuccessMessage', [message as string])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('accepts the connector type external of Reown’s AppKit, which this modal ignores', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { store, call } = openPage()
  await call('configure', [{ connectorTypeOrder: ['external', 'injected', 'walletConnect'] }])
  expect(store.get(optionsAtom).connectorTypeOrder).toEqual(['injected', 'walletConnect'])
  await vi.dynamicImportSettled()
  expect(errors).not.toHaveBeenCalled()
})
