// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../index.d.ts'
import { type Bridge, unsupportedVersion } from '../hook.ts'
import { frameOrigin } from '../origins.ts'
import { announceAppKit } from './announce.ts'

/** Listeners on the window outlive a test, so each test removes its own. */
const listeners: [string, EventListener][] = []
beforeEach(() => {
  const add = window.addEventListener.bind(window)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listeners.push([type, listener as EventListener])
    add(type, listener as EventListener)
  })
  const tag = Object.assign(document.createElement('script'), { nonce: '' })
  Object.assign(tag.dataset, { projectId: 'shop', theme: 'dark' })
  Object.defineProperty(document, 'currentScript', { value: tag, configurable: true })
  // AppKit announces itself too, and must not be listed.
  announceAppKit({} as Eip1193Provider)
  announceWallets([wallet('one'), wallet('two')])
})
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener)
  document.body.replaceChildren()
  document.documentElement.lang = ''
})

const announceWallets = (infos: unknown[]) =>
  addEventListener('eip6963:requestProvider', () => {
    for (const info of infos) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info } }))
  })
const wallet = (name: string) => ({ rdns: `example.${name}`, name, icon: `data:image/png,${name}` })

const openPage = async (useBridge?: () => Promise<Bridge>) => {
  const bridge = { connect: vi.fn(), show: vi.fn(), explain: vi.fn() }
  const states: boolean[] = []
  // Each page has its own copy of the module's state.
  vi.resetModules()
  const { createModal } = await import('./modal.ts')
  const { hostOptions } = await import('./options.ts')
  const modal = createModal(useBridge ?? (async () => bridge as unknown as Bridge), (isOpen) => states.push(isOpen))
  const [dialog, card, open, useFrame, settle, fail] = modal
  const frameOf = () => {
    const frame = useFrame()
    const posted: unknown[][] = []
    const contentWindow = { postMessage: (...message: unknown[]) => posted.push(message) }
    Object.defineProperty(frame, 'contentWindow', { value: contentWindow, configurable: true })
    const { searchParams: query, hash } = new URL(frame.src)
    const fragment = new URLSearchParams(hash.slice(1))
    return { frame, query, fragment, nonce: `${fragment.get('n')}`, posted, contentWindow }
  }
  const send = (data: unknown, source: unknown, origin = frameOrigin) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
  return { bridge, states, dialog, card, open, useFrame, settle, fail, frameOf, send, hostOptions }
}
type Page = Awaited<ReturnType<typeof openPage>>
const hello = (n: string, v = [1]) => ({ t: 'hello', v, n })
const error = (reason: string, message: string) => Object.assign(new Error(message), { code: 4900, reason })
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

test('answers a hello with exactly one port, for the origin of the frame alone', async () => {
  const { bridge, frameOf, send } = await openPage()
  const { frame, nonce, posted, contentWindow } = frameOf()
  expect(frame.src).toContain('/f/shop/?')
  expect(nonce).toMatch(/^[\da-f-]{36}$/)
  send(hello(nonce), contentWindow)
  await nextTask()
  expect(posted).toHaveLength(1)
  const [message, target, ports] = posted[0] as [unknown, string, MessagePort[]]
  const wallets = [
    ['example.one', 'one', 'data:image/png,one'],
    ['example.two', 'two', 'data:image/png,two'],
  ]
  expect(message).toEqual({ t: 'connect', v: 1, n: nonce, wallets })
  expect(target).toBe(frameOrigin)
  expect(ports).toHaveLength(1)
  expect(bridge.connect).toHaveBeenCalledOnce()
})

test('the frame’s query holds nothing that only the page knows, so that no server learns it', async () => {
  document.documentElement.lang = 'de-CH'
  const { open, frameOf } = await openPage()
  open({ view: 'Networks' }).catch(() => {})
  const { query, fragment } = frameOf()
  expect([...query]).toEqual([
    ['theme', 'dark'],
    ['locale', 'de-CH'],
  ])
  expect([...fragment.keys()]).toEqual(['n', 'rows', 'view', 'accounts'])
  expect([fragment.get('rows'), fragment.get('view'), fragment.get('accounts')]).toEqual(['2,', 'Networks', '{}'])
})

test('shows no list of wallets before the frame knows the namespace whose wallets the page asks for', async () => {
  const { open, frameOf } = await openPage()
  open({ namespace: 'solana' }).catch(() => {})
  expect(frameOf().fragment.get('view')).toBe('solana')
})

test('reserves no row for a wallet whose icon the frame refuses', async () => {
  announceWallets([{ ...wallet('large'), icon: `data:image/png,${'a'.repeat(16_385)}` }])
  const { frameOf } = await openPage()
  expect(frameOf().fragment.get('rows')).toBe('2,')
})

test.each<[string, string | string[]]>([
  ['a list', ['a1', 'b2']],
  ['an attribute', 'a1, b2'],
])(
  'names the wallets that the page features, from %s, in the frame’s fragment but not in its query',
  async (_, ids) => {
    const { frameOf, hostOptions } = await openPage()
    hostOptions.featuredWalletIds = ids as string[]
    const { fragment, query } = frameOf()
    expect(fragment.get('rows')?.match(/\w+/g)).toEqual(['2', 'a1', 'b2'])
    expect(`${query}`).not.toContain('a1')
  },
)

test('asks for the bridge and the frame in the task of the click', async () => {
  const useBridge = vi.fn(async () => ({}) as Bridge)
  const { open, dialog } = await openPage(useBridge)
  open().catch(() => {})
  expect(useBridge).toHaveBeenCalledOnce()
  expect(dialog.querySelector('iframe')?.isConnected).toBe(true)
})

test('a frame that is needed but not shown loads only its core', async () => {
  const { useFrame } = await openPage()
  expect(new URL(useFrame({ core: '' }).src).searchParams.has('core')).toBe(true)
})

test.each(['de#x', 'de&core', '"><b>'])(
  'the frame’s URL keeps the nonce if the language of the page is %s',
  async (lang) => {
    document.documentElement.lang = lang
    const { frameOf } = await openPage()
    const { query, nonce } = frameOf()
    expect(query.get('locale')).toBe(lang)
    expect(query.has('core')).toBe(false)
    expect(nonce).toMatch(/^[\da-f-]{36}$/)
  },
)

test('the handshake names at most six wallets, as strings, whatever the page announces', async () => {
  const icon = `data:image/png,${'A'.repeat(10_000_000)}`
  const fails = () => {
    throw new Error('getter')
  }
  announceWallets([
    undefined,
    null,
    { ...wallet('a'), rdns: Symbol('rdns') },
    { ...wallet('b'), name: { toString: fails } },
    Object.defineProperty(wallet('c'), 'icon', { get: fails }),
    new Proxy(wallet('d'), { get: fails }),
    { ...wallet('e'), name: () => 'function' },
    { ...wallet('f'), icon },
    { ...wallet('g'), name: { nested: [] }, icon: 1n },
    ...Array.from({ length: 1_000 }, (_, index) => wallet(`${index}`)),
  ])
  const { frameOf, send } = await openPage()
  const { fragment, nonce, posted, contentWindow } = frameOf()
  send(hello(nonce), contentWindow)
  const [[{ wallets }]] = posted as [[{ wallets: string[][] }]]
  expect(wallets.map(([rdns]) => rdns)).toEqual(['one', 'two', 'e', '0', '1', '2'].map((name) => `example.${name}`))
  expect(fragment.get('rows')).toBe('6,')
  for (const text of wallets.flat()) {
    expect(text).toBeTypeOf('string')
    expect(text.length).toBeLessThanOrEqual(16_384)
  }
  expect(structuredClone(wallets)).toEqual(wallets)
})

test.each([
  ['another window', ({ send }: Page, nonce: string) => send(hello(nonce), window)],
  ['no window', ({ send }: Page, nonce: string) => send(hello(nonce), null)],
  [
    'another origin',
    ({ send }: Page, nonce: string, source: unknown) => send(hello(nonce), source, 'https://evil.example'),
  ],
  ['another nonce', ({ send }: Page, _: string, source: unknown) => send(hello('0'), source)],
  ['no data', ({ send }: Page, _: string, source: unknown) => send(null, source)],
])('ignores a hello with %s', async (_name, attack) => {
  const page = await openPage()
  const { nonce, posted, contentWindow } = page.frameOf()
  attack(page, nonce, contentWindow)
  await nextTask()
  expect(posted).toEqual([])
  expect(page.bridge.connect).not.toHaveBeenCalled()
})

test('does not read the data of a foreign window', async () => {
  const page = await openPage()
  page.frameOf()
  const read = vi.fn()
  const event = Object.assign(new Event('message'), { source: window, origin: frameOrigin })
  window.dispatchEvent(Object.defineProperty(event, 'data', { get: read }))
  expect(read).not.toHaveBeenCalled()
})

test('replaces a frame that was loaded again by a new frame with a new nonce', async () => {
  const page = await openPage()
  const { frame, nonce, contentWindow } = page.frameOf()
  page.send(hello(nonce), contentWindow)
  page.send(hello(nonce), contentWindow)
  expect(frame.isConnected).toBe(false)
  const next = page.frameOf()
  expect(next.nonce).not.toBe(nonce)
  page.send(hello(nonce), next.contentWindow)
  await nextTask()
  expect(next.posted).toEqual([])
  expect(page.bridge.connect).toHaveBeenCalledOnce()
})

test.each([
  [{ t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' }, 'ORIGIN_NOT_ALLOWED'],
  [undefined, unsupportedVersion],
])('has the bridge explain why a frame does not start (%#)', async (message, reason) => {
  const page = await openPage()
  const { nonce, contentWindow, posted } = page.frameOf()
  page.send(message ?? hello(nonce, [2, 3]), contentWindow)
  await nextTask()
  expect(page.bridge.explain).toHaveBeenCalledExactlyOnceWith(reason)
  expect(posted).toEqual([])
})

test('shares one modal and one outcome between two calls of open', async () => {
  const { open, settle, dialog, states } = await openPage()
  const [first, second] = [open(), open({ view: 'Networks' })]
  expect(first).toBe(second)
  expect(dialog.open).toBe(true)
  settle({ outcome: 'closed' })
  expect(await first).toEqual({ outcome: 'closed' })
  expect(dialog.open).toBe(false)
  expect(states.at(-1)).toBe(false)
})

test('covers a loading frame with a card that says so and that the visitor can close', async () => {
  const { open, card, dialog } = await openPage()
  const outcome = open()
  expect(dialog.firstChild).toBe(card)
  expect(dialog.style.colorScheme).toBe('dark')
  const [word, close, ...others] = card.shadowRoot?.children ?? []
  expect(others).toEqual([])
  expect([word?.textContent, close?.ariaLabel]).toEqual(['Loading', 'Close'])
  ;(close as HTMLElement).click()
  expect(await outcome).toEqual({ outcome: 'closed' })
})

test('the loader removes its close button when the frame, which has a close button, has connected', async () => {
  const { open, card, dialog, frameOf, send } = await openPage()
  open().catch(() => {})
  const { nonce, contentWindow } = frameOf()
  send(hello(nonce), contentWindow)
  expect(dialog.firstChild).toBe(card)
  expect(card.shadowRoot?.children).toHaveLength(0)
})

test('shows a failure as text, and rejects open() with the failure at once', async () => {
  const { open, fail, card, dialog } = await openPage()
  const outcome = open()
  fail(error('ORIGIN_NOT_ALLOWED', '<b>Invalid</b> App Configuration'))
  expect(card.shadowRoot?.textContent).toContain('<b>Invalid</b> App Configuration')
  expect(card.shadowRoot?.querySelector('b')).toBeNull()
  expect(dialog.querySelector('iframe')).toBeNull()
  await expect(outcome).rejects.toMatchObject({ code: 4900, reason: 'ORIGIN_NOT_ALLOWED' })
  expect(dialog.open).toBe(true)
})

test('Retry begins a new visit with a new frame, whose outcome a later call of open() gets', async () => {
  const { open, fail, settle, card, dialog } = await openPage()
  const first = open()
  fail(error('OFFLINE', 'You are offline'))
  await expect(first).rejects.toMatchObject({ reason: 'OFFLINE' })
  card.shadowRoot?.querySelector('button')?.click()
  expect(dialog.querySelector('iframe')).not.toBeNull()
  expect(card.shadowRoot?.textContent).toBe('Loading×')
  const second = open()
  settle({ outcome: 'closed' })
  expect(await second).toEqual({ outcome: 'closed' })
})

test('reports that the bridge failed to load when the frame has sent its hello', async () => {
  const page = await openPage(() => Promise.reject(error('BRIDGE_FAILED', 'Could not load.')))
  const outcome = page.open()
  const { nonce, contentWindow } = page.frameOf()
  page.send(hello(nonce), contentWindow)
  await expect(outcome).rejects.toMatchObject({ code: 4900, reason: 'BRIDGE_FAILED' })
})

test('puts back a dialog that the page removed, with a new frame', async () => {
  const { open, dialog, useFrame } = await openPage()
  open().catch(() => {})
  const before = useFrame()
  document.body.replaceChildren()
  open().catch(() => {})
  expect(dialog.isConnected).toBe(true)
  expect(useFrame()).not.toBe(before)
  expect(dialog.querySelectorAll('iframe')).toHaveLength(1)
})
