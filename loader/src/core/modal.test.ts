// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../index.d.ts'
import type { Bridge } from '../hook.ts'
import { frameOrigin } from '../origins.ts'
import { announce } from './announce.ts'
import { createModal } from './modal.ts'

/** The server fills them when it starts. */
vi.mock('./origins.ts', () => ({
  frameOrigin: 'https://modal.example',
  secureOrigin: 'https://wallet.example',
  rdns: 'example.modal',
}))

/** The listeners on the window outlive a test, so each takes its own away. */
const listeners: [string, EventListener][] = []
beforeEach(() => {
  const add = window.addEventListener.bind(window)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listeners.push([type, listener as EventListener])
    add(type, listener as EventListener)
  })
  // AppKit's own announcement, which is not counted, and those of two wallets.
  announce({} as Eip1193Provider)
  addEventListener('eip6963:requestProvider', () => {
    for (const detail of [1, 2]) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
})
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener)
  document.body.replaceChildren()
})

const openPage = (useBridge?: () => Promise<Bridge>) => {
  const bridge = { connect: vi.fn(), show: vi.fn(), explain: vi.fn() }
  const states: boolean[] = []
  const modal = createModal(
    'shop',
    () => 'dark',
    useBridge ?? (async () => bridge as unknown as Bridge),
    (isOpen) => states.push(isOpen),
  )
  const [dialog, card, open, useFrame, settle, fail] = modal
  const frameOf = () => {
    const frame = useFrame()
    const posted: unknown[][] = []
    const contentWindow = { postMessage: (...message: unknown[]) => posted.push(message) }
    Object.defineProperty(frame, 'contentWindow', { value: contentWindow, configurable: true })
    const nonce = new URL(frame.src).hash.slice(3)
    return { frame, nonce, posted, contentWindow }
  }
  const say = (data: unknown, source: unknown, origin = frameOrigin) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
  return { bridge, states, dialog, card, open, useFrame, settle, fail, frameOf, say }
}
const hello = (n: string, v = [1]) => ({ t: 'hello', v, n })
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('the frame says hello and gets exactly one port, for its own origin alone', async () => {
  const { bridge, frameOf, say } = openPage()
  const { frame, nonce, posted, contentWindow } = frameOf()
  expect(frame.src).toMatch(/\/f\/shop\/\?rows=2&theme=dark#n=[\da-f-]{36}$/)
  say(hello(nonce), contentWindow)
  await turn()
  expect(posted).toHaveLength(1)
  const [message, target, ports] = posted[0] as [unknown, string, MessagePort[]]
  expect(message).toEqual({ t: 'connect', v: 1, n: nonce, projectId: 'shop' })
  expect(target).toBe(frameOrigin)
  expect(ports).toHaveLength(1)
  expect(bridge.connect).toHaveBeenCalledOnce()
})

test.each([
  ['another window', (page: ReturnType<typeof openPage>, nonce: string) => page.say(hello(nonce), window)],
  ['no window', (page: ReturnType<typeof openPage>, nonce: string) => page.say(hello(nonce), null)],
  [
    'another origin',
    (page: ReturnType<typeof openPage>, nonce: string, source: unknown) =>
      page.say(hello(nonce), source, 'https://evil.example'),
  ],
  ['another nonce', (page: ReturnType<typeof openPage>, _: string, source: unknown) => page.say(hello('0'), source)],
  ['no data', (page: ReturnType<typeof openPage>, _: string, source: unknown) => page.say(null, source)],
])('a hello with %s gets nothing', async (_name, attack) => {
  const page = openPage()
  const { nonce, posted, contentWindow } = page.frameOf()
  attack(page, nonce, contentWindow)
  await turn()
  expect(posted).toEqual([])
  expect(page.bridge.connect).not.toHaveBeenCalled()
})

test('the data of a stranger is not read', () => {
  const page = openPage()
  page.frameOf()
  const read = vi.fn()
  const event = Object.assign(new Event('message'), { source: window, origin: frameOrigin })
  window.dispatchEvent(Object.defineProperty(event, 'data', { get: read }))
  expect(read).not.toHaveBeenCalled()
})

test('a second hello means that something loaded the frame again: it is made anew, with a new nonce', async () => {
  const page = openPage()
  const { frame, nonce, contentWindow } = page.frameOf()
  page.say(hello(nonce), contentWindow)
  page.say(hello(nonce), contentWindow)
  expect(frame.isConnected).toBe(false)
  const next = page.frameOf()
  expect(next.nonce).not.toBe(nonce)
  page.say(hello(nonce), next.contentWindow)
  await turn()
  expect(next.posted).toEqual([])
  expect(page.bridge.connect).toHaveBeenCalledOnce()
})

test.each([
  [{ t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' }, 'ORIGIN_NOT_ALLOWED'],
  [undefined, 'UNSUPPORTED_VERSION'],
])('a document that will not start is explained (%#)', async (said, reason) => {
  const page = openPage()
  const { nonce, contentWindow, posted } = page.frameOf()
  page.say(said ?? hello(nonce, [2, 3]), contentWindow)
  await turn()
  expect(page.bridge.explain).toHaveBeenCalledExactlyOnceWith(reason)
  expect(posted).toEqual([])
})

test('two calls share one modal and one outcome', async () => {
  const { open, settle, dialog, states } = openPage()
  const [one, other] = [open(), open({ view: 'Networks' })]
  expect(one).toBe(other)
  expect(dialog.open).toBe(true)
  settle({ outcome: 'closed' })
  expect(await one).toEqual({ outcome: 'closed' })
  expect(dialog.open).toBe(false)
  expect(states.at(-1)).toBe(false)
})

test('the skeleton stands at once, as high as the list that comes', () => {
  const { open, card, dialog } = openPage()
  open().catch(() => {})
  expect(dialog.firstChild).toBe(card)
  // A heading, the two wallets, and what stands below them.
  expect(card.shadowRoot?.querySelectorAll('p')).toHaveLength(4)
  expect(dialog.style.colorScheme).toBe('dark')
})

test('a failure is told in text, and the promise ends with it once the visitor closes', async () => {
  const { open, fail, card, dialog } = openPage()
  const outcome = open()
  fail('ORIGIN_NOT_ALLOWED', '<b>Invalid</b> App Configuration', 'https://shop.example')
  expect(card.shadowRoot?.textContent).toContain('<b>Invalid</b> App Configuration')
  expect(card.shadowRoot?.querySelector('b')).toBeNull()
  expect(dialog.querySelector('iframe')).toBeNull()
  card.shadowRoot?.querySelectorAll('button')[1]?.click()
  await expect(outcome).rejects.toMatchObject({ code: 4900, reason: 'ORIGIN_NOT_ALLOWED' })
})

test('Retry starts again with a new frame, and the same promise', async () => {
  const { open, fail, settle, card, dialog } = openPage()
  const outcome = open()
  fail('OFFLINE', 'You are offline')
  card.shadowRoot?.querySelector('button')?.click()
  expect(dialog.querySelector('iframe')).not.toBeNull()
  expect(card.shadowRoot?.querySelector('button')).toBeNull()
  settle({ outcome: 'closed' })
  expect(await outcome).toEqual({ outcome: 'closed' })
})

test('a bridge that does not come is told when the frame is there', async () => {
  const page = openPage(() => Promise.reject(new Error('blocked')))
  const outcome = page.open()
  const { nonce, contentWindow } = page.frameOf()
  page.say(hello(nonce), contentWindow)
  await turn()
  page.dialog.close()
  await expect(outcome).rejects.toMatchObject({ code: 4900, reason: 'BRIDGE_FAILED' })
})

test('a root that was taken out is put back with a new frame', () => {
  const { open, dialog, useFrame } = openPage()
  open().catch(() => {})
  const before = useFrame()
  document.body.replaceChildren()
  open().catch(() => {})
  expect(dialog.isConnected).toBe(true)
  expect(useFrame()).not.toBe(before)
  expect(dialog.querySelectorAll('iframe')).toHaveLength(1)
})
