// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { type Bridge, type BridgeHook, restoreHintKey } from '../hook.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.body.replaceChildren()
})

/** Runs bridge.js as the loader does, with an open dialog whose frame is loading. */
const startBridge = async (accounts: object = {}, options: object = {}) => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(innerWidth)
  vi.stubGlobal('origin', 'https://shop.example')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const card = dialog.appendChild(document.createElement('div'))
  const root = card.attachShadow({ mode: 'open' })
  const frame = document.createElement('iframe')
  const state = { open: true, loading: true, accounts, activeNamespace: 'eip155' }
  const fail = ({ message }: Error) =>
    root.replaceChildren(message, document.createElement('button'), document.createElement('button'))
  const provider = { request: vi.fn(), on: vi.fn(), removeListener: vi.fn() }
  const none = vi.fn()
  // The loader's callers of `open` get a rejected outcome.
  const settle = vi.fn((outcome: unknown) => void Promise.resolve(outcome).catch(() => {}))
  const rest = [none, () => frame, settle, vi.fn(fail), () => Promise.reject(new Error('page.js is not needed'))]
  const hook = [
    provider,
    state,
    () => state,
    {},
    options,
    () => 'light',
    dialog,
    card,
    ...rest,
  ] as unknown as BridgeHook
  const ready = vi.fn<(bridge: Bridge) => void>()
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(
    Object.assign(document.createElement('script'), { appkit: [hook, ready] }),
  )
  // Each page has its own copy of the module's state.
  vi.resetModules()
  await import('./index.ts')
  const [bridge] = ready.mock.lastCall ?? []
  if (!bridge) throw new Error('The bridge did not start.')
  return { bridge, dialog, frame, root, state, settle }
}

test('gives the dialog a name for assistive technology, also while its frame loads', async () => {
  const { dialog } = await startBridge()
  expect(dialog.ariaLabel).toBe('AppKit')
})

test('only an open modal takes the focus and presses', async () => {
  const { bridge, dialog, state } = await startBridge()
  expect(dialog.inert).toBe(true)
  bridge.changed()
  expect(dialog.inert).toBe(false)
  state.open = false
  bridge.changed()
  expect(dialog.inert).toBe(true)
})

test('hides the frame when a visit ends, until the frame shows its next view', async () => {
  const { bridge, dialog, frame, state } = await startBridge()
  const { port1, port2 } = new MessageChannel()
  bridge.connect(port1)
  dialog.append(frame)
  bridge.changed()
  expect(frame.style.opacity).toBe('')
  state.open = false
  bridge.changed()
  expect(frame.style.opacity).toBe('0')
  state.open = true
  bridge.changed()
  expect(frame.style.opacity).toBe('0')
  port2.postMessage(JSON.stringify({ id: 'a', type: 'APPLY', path: ['shown'], argumentList: [] }))
  await vi.waitFor(() => expect(frame.style.opacity).toBe(''))
  port1.close()
  port2.close()
})

test('explains why a frame that is still hidden from the last visit can not open', async () => {
  const { bridge, dialog, frame, root, state } = await startBridge()
  const { port1, port2 } = new MessageChannel()
  bridge.connect(port1)
  dialog.append(frame)
  frame.style.opacity = '0'
  state.loading = false
  port2.onmessage = ({ data }) => {
    const { id, path } = JSON.parse(data)
    if (path?.[0] === 'open')
      port2.postMessage(JSON.stringify({ id, type: 'HANDLER', name: 'throw', value: { value: { message: 'gone' } } }))
  }
  bridge.show({})
  await vi.waitFor(() => expect(root.textContent).toContain('chunk failed'))
  port1.close()
  port2.close()
})

test('keeps the width of a scroll bar that the page has when the modal opens', async () => {
  const { bridge, dialog } = await startBridge()
  expect(dialog.dataset.appkit).toBe('false')
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(innerWidth - 15)
  bridge.changed()
  expect(dialog.dataset.appkit).toBe('true')
})

test('says that the frame failed if the views of a connected frame fail to load', async () => {
  const { bridge, root } = await startBridge()
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = ({ data }) => {
    const { id, path } = JSON.parse(data)
    const failure = { isError: false, value: { code: -32603, reason: 'CHUNK_FAILED', message: '' } }
    if (path?.[0] === 'open') port2.postMessage(JSON.stringify({ id, type: 'HANDLER', name: 'throw', value: failure }))
  }
  bridge.connect(port1)
  bridge.show({})
  await vi.waitFor(() => expect(root.textContent).toBe('https://shop.example: chunk failed'))
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('AppKit CHUNK_FAILED. '))
  port1.close()
  port2.close()
})

test('rejects open() and closes the modal if the frame refuses the options of the page', async () => {
  const { bridge, settle } = await startBridge()
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = ({ data }) => {
    const { id, path } = JSON.parse(data)
    const failure = { isError: false, value: { code: -32602, reason: 'UNKNOWN_VIEW', message: 'There is no view X.' } }
    if (path?.[0] === 'open') port2.postMessage(JSON.stringify({ id, type: 'HANDLER', name: 'throw', value: failure }))
  }
  bridge.connect(port1)
  bridge.show({})
  await vi.waitFor(() => expect(settle).toHaveBeenCalledOnce())
  await expect(settle.mock.lastCall?.[0]).rejects.toMatchObject({ reason: 'UNKNOWN_VIEW', code: -32602 })
  port1.close()
  port2.close()
})

test('does not open the frame for a modal that the visitor closed while the bridge loaded', async () => {
  const { bridge, state } = await startBridge()
  const { port1, port2 } = new MessageChannel()
  const called: string[] = []
  port2.onmessage = ({ data }) => called.push(JSON.parse(data).path?.[0])
  state.open = false
  bridge.show({})
  bridge.connect(port1)
  bridge.call('diagnose', []).catch(() => {})
  await vi.waitFor(() => expect(called).toContain('diagnose'))
  expect(called).not.toContain('open')
  port1.close()
  port2.close()
})

const wallet = { rdns: 'io.kite', name: 'Kite', uuid: 'kite', icon: '' }
/** Starts a page that restores a wallet on this network. `say` sends a call of the frame, whose answer is ignored. */
const restoreWallet = async (chainId: string) => {
  const account = { status: 'reconnecting', connectorId: wallet.rdns, caipNetworkId: `eip155:${Number(chainId)}` }
  localStorage.setItem(restoreHintKey, JSON.stringify({ eip155: account }))
  const answers: Record<string, unknown> = { eth_accounts: [`0x${'1'.repeat(40)}`], eth_chainId: chainId }
  const provider = { request: async ({ method }: { method: string }) => answers[method] ?? method, on: () => {} }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: wallet, provider } }))
  addEventListener('eip6963:requestProvider', announce)
  const page = await startBridge({ eip155: account })
  removeEventListener('eip6963:requestProvider', announce)
  const { port1, port2 } = new MessageChannel()
  const say = async (method: string, ...args: unknown[]) => {
    const argumentList = args.map((value) => ({ type: 'RAW', value }))
    port2.postMessage(JSON.stringify({ id: '1', type: 'APPLY', path: [method], argumentList }))
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0))
  }
  const answered: string[] = []
  port2.onmessage = ({ data }) => {
    if (JSON.parse(data).id === '1' && !JSON.parse(data).path) answered.push(data)
  }
  const connectFrame = () => page.bridge.connect(port1)
  const close = () => {
    port1.close()
    port2.close()
  }
  const pay = () => page.bridge.request({ method: 'eth_sendTransaction', params: [{}] }, undefined)
  return { ...page, say, connectFrame, close, pay }
}

test('refuses transactions on networks that the frame did not allow, also after the page loads again without a frame', async () => {
  const first = await restoreWallet('0xa')
  expect(await first.pay()).toBe('eth_sendTransaction')
  first.connectFrame()
  await first.say('allowTransactions', ['eip155:1', 'eip155:100'])
  await expect(first.pay()).rejects.toMatchObject({ code: 4902, reason: 'CHAIN_NOT_SUPPORTED' })
  first.close()

  const again = await restoreWallet('0xa')
  await expect(again.pay()).rejects.toMatchObject({ code: 4902 })
  again.connectFrame()
  await again.say('allowTransactions', [])
  expect(await again.pay()).toBe('eth_sendTransaction')
  again.close()

  const last = await restoreWallet('0xa')
  expect(await last.pay()).toBe('eth_sendTransaction')
  last.close()
})

test('allows transactions on an allowed network', async () => {
  const page = await restoreWallet('0x1')
  page.connectFrame()
  await page.say('allowTransactions', ['eip155:10', 'eip155:1'])
  expect(await page.pay()).toBe('eth_sendTransaction')
  page.close()
  localStorage.clear()
})

test.each([
  ['the attribute', 'false', 0],
  ['the option', false, 0],
  ['the attribute', 'true', 1],
  ['the option', true, 1],
])(
  '%s enableReconnect with the value %j keeps %i connections of an earlier visit',
  async (_, enableReconnect, count) => {
    const accounts = { eip155: { status: 'reconnecting', connectorId: 'io.example.harbor' } }
    localStorage.setItem(restoreHintKey, JSON.stringify(accounts))
    const { state } = await startBridge(accounts, { enableReconnect })
    const kept = Object.values(state.accounts as typeof accounts).filter(({ status }) => status !== 'disconnected')
    expect(kept).toHaveLength(count)
    expect(Object.keys(JSON.parse(localStorage.getItem(restoreHintKey) ?? '{}'))).toHaveLength(count)
  },
)
