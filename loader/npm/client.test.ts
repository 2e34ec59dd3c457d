// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true}}
import { beforeEach, expect, test, vi } from 'vitest'
import { restoreHintKey } from '../src/hook.ts'
import { announceWallet, rememberConnection, runScripts, startPage } from './test/page.ts'

const src = 'https://modal.example.com/loader.js'
const importPackage = () => import('./index.ts')

beforeEach(() => startPage())

test('createAppKit returns at once, and its calls wait for the loader', async () => {
  const page = runScripts()
  const { createAppKit } = await importPackage()
  const kit = createAppKit({ src, projectId: 'shop', warm: 'none', nonce: 'abc', integrity: 'sha384-x' })
  const accounts = kit.getProvider().request({ method: 'eth_accounts' })
  expect(window.AppKit).toBeUndefined()
  expect(kit.getState()).toMatchObject({ open: false, accounts: {}, activeNamespace: 'eip155' })
  expect(await accounts).toEqual([])
  expect(window.AppKit).toBeDefined()
  const [tag] = page.tags
  expect(tag).toMatchObject({ src, nonce: 'abc', integrity: 'sha384-x', crossOrigin: 'anonymous' })
  expect({ ...tag?.dataset }).toEqual({ projectId: 'shop', warm: 'none' })
})

test('adds no second tag to a page that has AppKit', async () => {
  const page = runScripts()
  const { loadAppKit } = await importPackage()
  await loadAppKit({ src })
  vi.resetModules()
  const copy = await importPackage()
  const kit = await copy.loadAppKit({ src, theme: 'dark' })
  expect(page.tags.filter((tag) => tag.src === src)).toHaveLength(1)
  expect(window.AppKit.getState().theme).toBe('dark')
  expect(kit?.getState().theme).toBe('dark')
})

test('a second copy shares the first AppKit, and warns of options that only the first tag can set', async () => {
  runScripts()
  await (await importPackage()).loadAppKit({ src, projectId: 'shop' })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { appKit } = await import('../src/core/entry.ts')
  expect(await appKit({ src, theme: 'light', projectId: 'bar', warm: 'idle' })).toBe(window.AppKit)
  expect(window.AppKit.getState().theme).toBe('light')
  expect(warned.mock.calls).toEqual([[expect.stringContaining('projectId, warm must be set')]])
})

test('diagnose never rejects: it names the loader that does not load', async () => {
  const page = runScripts()
  page.isOffline = true
  const { createAppKit } = await importPackage()
  const [step] = await createAppKit({ src }).diagnose()
  expect(step).toMatchObject({ part: 'loader', ok: false, detail: expect.stringContaining(`from ${src}. Open this`) })
})

test('diagnose never rejects: it names a bridge that does not load', async () => {
  const page = runScripts()
  const { createAppKit, loadAppKit } = await importPackage()
  await loadAppKit({ src })
  page.isOffline = true
  expect(await createAppKit({ src }).diagnose()).toEqual([
    { part: 'bridge', ok: false, detail: 'Loading failed. Offline?' },
  ])
})

test('passes all options to AppKit, also those that change before the loader has loaded', async () => {
  runScripts()
  const { createAppKit, loadAppKit } = await importPackage()
  const kit = createAppKit({ src, theme: 'light', accent: '#0f5c66' })
  kit.configure({ theme: 'dark' })
  await loadAppKit({ src })
  expect(window.AppKit.getState().theme).toBe('dark')
  expect(createAppKit({ src, theme: 'auto' })).toBe(kit)
  expect(kit.getState().theme).toBe('auto')
})

test('restores the connection of an earlier visit, and tells listeners from before the load', async () => {
  runScripts()
  announceWallet()
  rememberConnection()
  const { createAppKit } = await importPackage()
  const kit = createAppKit({ src })
  const statuses: unknown[] = []
  kit.subscribe(({ accounts }) => statuses.push(accounts.eip155?.status))
  await expect.poll(() => kit.getAccount().status).toBe('connected')
  expect(statuses[0]).toBe('reconnecting')
  expect(kit.getAccount()).toMatchObject({
    address: '0x1111111111111111111111111111111111111111',
    chainId: 1,
    caipNetworkId: 'eip155:1',
  })
  expect(kit.getState()).toBe(kit.getState())
})

test('forgets the connection of an earlier visit if the page wants none', async () => {
  runScripts()
  announceWallet()
  rememberConnection()
  const { createAppKit } = await importPackage()
  const kit = createAppKit({ src, enableReconnect: false })
  expect(await kit.getProvider().request({ method: 'eth_accounts' })).toEqual([])
  expect(kit.getAccount()).toEqual({ status: 'disconnected' })
  expect(localStorage.getItem(restoreHintKey)).toBeNull()
})

test('a provider listener from before the load gets the events of the wallet, and can be removed', async () => {
  runScripts()
  announceWallet()
  rememberConnection()
  const { createAppKit } = await importPackage()
  const kit = createAppKit({ src })
  const [heard, removed] = [vi.fn(), vi.fn()]
  const provider = kit.getProvider().on('accountsChanged', heard).on('accountsChanged', removed)
  provider.removeListener('accountsChanged', removed)
  expect(provider).toBe(kit.getProvider())
  expect(kit.getProvider('solana')).toBe(kit.getProvider('solana'))
  await expect.poll(() => heard.mock.calls).toHaveLength(1)
  await kit.disconnect()
  expect(heard).toHaveBeenLastCalledWith([])
  expect(removed).not.toHaveBeenCalled()
})

test('a call rejects if the loader cannot load, and the next call loads it', async () => {
  const page = runScripts()
  page.isOffline = true
  const { createAppKit, isAppKitError, loadAppKit } = await importPackage()
  const kit = createAppKit({ src })
  const heard = vi.fn()
  kit.getProvider().on('connect', heard)
  const thrown = await kit.signIn().catch((error: unknown) => error)
  expect(isAppKitError(thrown)).toBe(true)
  expect(thrown).toMatchObject({ code: 4900, reason: 'SERVER_UNREACHABLE' })
  expect(isAppKitError(new Error('other'))).toBe(false)
  page.isOffline = false
  announceWallet()
  rememberConnection()
  expect(await loadAppKit({ src })).toBe(kit)
  await expect.poll(() => heard.mock.calls).toEqual([[{ chainId: '0x1' }]])
})

test('subscribeEvents reports each connection and its end, until the listener leaves', async () => {
  runScripts()
  announceWallet()
  rememberConnection()
  const [{ createAppKit }, { subscribeEvents }] = [await importPackage(), await import('./events.ts')]
  const kit = createAppKit({ src })
  const heard: string[] = []
  const leave = subscribeEvents(({ data }) => heard.push(data.event))
  await expect.poll(() => heard).toEqual(['CONNECT_SUCCESS'])
  await kit.disconnect()
  expect(heard).toEqual(['CONNECT_SUCCESS', 'DISCONNECT_SUCCESS'])
  leave()
  kit.open().catch(() => {})
  await expect.poll(() => kit.getState().open).toBe(true)
  expect(heard).toHaveLength(2)
})
