// @vitest-environment happy-dom
import spinner from '@appkit-frame/loader/protocol/design/spinner.module.css'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { mockServer } from '../../test/server.ts'
import { accountKey, type RememberedAccount } from '../core/domain/rememberedAccount.ts'
import { setAccountAtom } from '../core/state/accounts.ts'
import { markOpenAtom } from '../core/state/modal.ts'
import styles from '../features/account/Balance.module.css'
import { startHistoryAtom } from '../router/router.ts'
import { createFirstViewStore } from '../shell/firstView.ts'
import { mount } from '../shell/mount.tsx'
import type { Handover, HandoverElement, HandshakeResult } from './handover.ts'
import { prerender } from './prerender.tsx'

const shop = 'https://shop.example'
const caipAddress = 'eip155:1:0x7a0b2c4d6e8f00112233445566778899aa0c36ef'
const remembered: RememberedAccount = {
  caipAddress,
  lang: 'en',
  facts: {
    address: '0x7a0b…36ef',
    balance: '1.250',
    symbol: 'ETH',
    network: 'Ethereum',
    explorer: 'Etherscan',
    wallets: '1 connected',
    wallet: 'Harbor',
  },
}
const accounts = (status: string, address = caipAddress): string =>
  `&accounts=${encodeURIComponent(JSON.stringify({ eip155: { status, caipAddress: address } }))}`

let runs = 0

beforeEach(() => {
  localStorage.clear()
  document.head.replaceChildren()
})

/** Renders the document as the server does, embeds it in a page of the shop, and runs its second script. */
const runScript = async (
  fragment: string,
  stored?: unknown,
  bootstrap = sampleBootstrap,
  connected: Handover['connected'] = new Promise(() => {}),
) => {
  if (stored) localStorage.setItem(`@appkit/${shop}/${accountKey}`, JSON.stringify(stored))
  const facts = { bootstrap, theme: 'light', language: 'en', isPhone: false } as const
  const { root, template } = await prerender(facts)
  document.documentElement.lang = facts.language
  document.body.innerHTML = `<script id="early"></script><div id="root">${root}</div>${template}<template id="styles"><style></style></template>`
  const handover: Handover = { connected, leave: vi.fn() }
  Object.assign(document.getElementById('early') as HTMLElement, { handover })
  vi.stubGlobal('location', { hash: `#n=nonce${fragment}`, ancestorOrigins: [shop] })
  onTestFinished(() => void vi.unstubAllGlobals())
  const ended = new AbortController()
  const listen = vi.spyOn(globalThis, 'addEventListener')
  listen.mockImplementation((type, listener) =>
    document.addEventListener(type, listener, { capture: true, signal: ended.signal }),
  )
  onTestFinished(() => {
    ended.abort()
    listen.mockRestore()
  })
  // The query makes the import run the script again.
  await import(/* @vite-ignore */ `./viewScript.ts?run=${runs++}`)
  return document.getElementById('root') as HTMLElement
}

test.each([
  ['shows', 'of an older loader, which names no view', '', false],
  ['shows', 'that names no view', '&view=&accounts={}', false],
  ['shows', 'that opens Connect', '&view=Connect&accounts={}', false],
  ['shows', 'that opens Connect while it is connected', `&view=Connect${accounts('connected')}`, false],
  ['shows', 'that disconnected before', `&view=${accounts('disconnected', '')}`, false],
  ['hides', 'that opens another view', '&view=Networks&accounts={}', true],
  ['hides', 'that is connected, because it opens the account', `&view=${accounts('connected')}`, true],
  ['hides', 'that reconnects', `&view=${accounts('reconnecting')}`, true],
])('%s the prerendered list of wallets for a page %s', async (_, __, fragment, isHidden) => {
  const root = await runScript(fragment)
  expect(root.hidden).toBe(isHidden)
  expect(screen.getByRole('heading', { hidden: true }).textContent).toBe('Connect Wallet')
})

test.each([`&view=${accounts('connected')}`, `&view=Account${accounts('connected')}`])(
  'shows the account of the last visit for a page with %s',
  async (fragment) => {
    const root = await runScript(fragment, remembered)
    expect([root.hidden, root.dataset.account]).toEqual([false, caipAddress])
    expect(screen.getByRole('heading').textContent).toBe('Account')
    expect(screen.getByTestId('account-settings-address').textContent).toContain('0x7a0b…36ef')
    expect(screen.getByTestId('balance-amount').textContent).toBe('1.250 ETH')
    expect(screen.getByTestId('w3m-account-select-network').textContent).toContain('Ethereum')
    expect(screen.getByText('Harbor')).toBeTruthy()
    expect(screen.queryByTestId('w3m-account-receive')).toBeNull()
    // React keeps the styles in the head, and replaces the nodes of the root.
    expect(document.head.querySelectorAll('style')).toHaveLength(1)
  },
)

test('removes a row without a fact, and shows markup as text', async () => {
  const { explorer, ...facts } = remembered.facts
  await runScript(`&view=${accounts('connected')}`, { ...remembered, facts: { ...facts, wallet: '<img src=x>' } })
  expect(screen.queryByTestId('w3m-account-explorer')).toBeNull()
  expect(screen.getByText('<img src=x>')).toBeTruthy()
})

test('shows the name that the visitor gave the account, and no line for an account without a name', async () => {
  await runScript(`&view=${accounts('connected')}`, remembered)
  expect(screen.queryByTestId('account-label')).toBeNull()
  await runScript(`&view=${accounts('connected')}`, { ...remembered, facts: { ...remembered.facts, label: 'Savings' } })
  expect(screen.getByTestId('account-label').textContent).toBe('Savings')
})

test("shows the explorer of the account's network, even without one for the default network", async () => {
  const networks = sampleBootstrap.networks.map(({ blockExplorer, ...network }) => network)
  await runScript(`&view=${accounts('connected')}`, remembered, { ...sampleBootstrap, networks })
  expect(screen.getByTestId('w3m-account-explorer').textContent).toContain('Etherscan')
})

test('marks the balance of the last visit as being refreshed', async () => {
  await runScript(`&view=${accounts('connected')}`, remembered)
  const amount = screen.getByTestId('balance-amount')
  expect(amount.closest('[aria-busy="true"]')).toBeTruthy()
  expect(amount.className).toContain(styles.old)
  const button = screen.getByRole('button', { name: 'Refresh balance' })
  expect([button.getAttribute('aria-disabled'), button.querySelector(`.${spinner.spinner}`)]).toEqual([
    'true',
    expect.anything(),
  ])
})

test.each(['w3m-account-wallets', 'w3m-account-select-network', 'w3m-header-close'])(
  'keeps the focus on %s when React renders the account, also when the page opens it',
  async (testId) => {
    const root = await runScript(`&view=${accounts('connected')}`, remembered)
    const before = screen.getByTestId(testId)
    before.focus()
    const facts = { bootstrap: sampleBootstrap, theme: 'light', language: 'en', isPhone: false } as const
    const store = await createFirstViewStore(facts)
    store.set(setAccountAtom, 'eip155', {
      status: 'connected',
      caipAddress,
      caipNetworkId: 'eip155:1',
      connectorId: 'x',
    })
    store.set(startHistoryAtom, { view: 'Account' })
    mockServer.use(http.post('*/v1/', () => HttpResponse.error()))
    const unmount = await act(async () => mount({ store, root, firstStore: await createFirstViewStore(facts) }))
    onTestFinished(() => act(unmount))
    expect(before.isConnected).toBe(false)
    expect(document.activeElement).toBe(screen.getByTestId(testId))
    await act(async () => store.set(markOpenAtom))
    expect(document.activeElement).toBe(screen.getByTestId(testId))
  },
)

test.each<[string, unknown]>([
  ['its texts are in another language', { ...remembered, lang: 'de' }],
  ['a version before stored texts without their language', { ...remembered, lang: undefined }],
  ['another account was stored', { ...remembered, caipAddress: 'eip155:1:0x1' }],
  ['the start of an account was stored', { ...remembered, caipAddress: caipAddress.slice(0, -1) }],
  ['the stored value is malformed', { facts: 1 }],
  ['the visitor disconnected', 'null'],
])('shows no account if %s', async (_, stored) => {
  const root = await runScript(`&view=${accounts('connected')}`, stored)
  expect([root.hidden, root.dataset.account]).toEqual([true, undefined])
})

const other = 'eip155:1:0x00000000000000000000000000000000000000b2'
test.each<[string, object]>([
  [
    'the visitor switched to another account of the wallet',
    { eip155: { status: 'connected', caipAddress: other, caipAddresses: [other, caipAddress] } },
  ],
  ['the account still reconnects', { eip155: { status: 'reconnecting', caipAddress } }],
  [
    'a second namespace is connected',
    { eip155: { status: 'connected', caipAddress }, solana: { status: 'connected', caipAddress: 'solana:x:y' } },
  ],
])('shows no account if %s', async (_, connections) => {
  const root = await runScript(`&view=&accounts=${encodeURIComponent(JSON.stringify(connections))}`, remembered)
  expect([root.hidden, root.dataset.account]).toEqual([true, undefined])
})

test('does nothing in a document without views', async () => {
  const root = await runScript('')
  root.remove()
  await expect(import(/* @vite-ignore */ `./viewScript.ts?run=${runs++}`)).resolves.toBeDefined()
})

test.each(['before', 'after'])(
  'closes the modal if the visitor leaves %s the handshake is answered, without the core',
  async (moment) => {
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => port2.close())
    const received = vi.fn()
    port2.onmessage = ({ data }) => received(JSON.parse(data))
    const connected = Promise.withResolvers<HandshakeResult>()
    if (moment === 'after') connected.resolve({ port: port1, origin: shop })
    await runScript('', undefined, undefined, connected.promise)
    const { handover } = document.getElementById('early') as HandoverElement
    handover?.leave?.()
    connected.resolve({ port: port1, origin: shop })
    const call = { path: ['close'], argumentList: [{ value: { outcome: 'closed' } }] }
    await vi.waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith(call))
  },
)

test('tells the host page that the code of the core failed to load', async () => {
  const posted = vi.fn()
  vi.stubGlobal('parent', { postMessage: posted })
  await runScript('')
  const core = document.body.appendChild(document.createElement('script'))
  core.type = 'module'
  document.body.appendChild(document.createElement('img')).dispatchEvent(new Event('error'))
  expect(posted).not.toHaveBeenCalled()
  core.dispatchEvent(new Event('error'))
  expect(posted).toHaveBeenCalledExactlyOnceWith({ t: 'refused', reason: 'CHUNK_FAILED' }, '*')
})
