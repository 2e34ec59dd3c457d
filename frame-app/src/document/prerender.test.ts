// @vitest-environment happy-dom
import type { Bootstrap, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { act } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap, sampleNetwork } from '../../test/bootstrap.ts'
import { simulateDevice } from '../../test/device.ts'
import { setHandshakeWalletsAtom } from '../core/state/connections.ts'
import { markOpenAtom } from '../core/state/modal.ts'
import { isLegalAcceptedAtom } from '../core/state/options.ts'
import { backAtom, screenAtom } from '../router/router.ts'
import { createFirstViewStore } from '../shell/firstView.ts'
import { mount } from '../shell/mount.tsx'
import type { Handover } from './handover.ts'
import { prerender } from './prerender.tsx'
import { createEarlyInput } from './takeOver.ts'

// Browsers have it; the document shows the login with a passkey.
vi.stubGlobal('PublicKeyCredential', class {})

const alpha: DirectoryWallet = { id: 'a1', name: 'Alpha', chains: [], rdns: 'example.alpha', image_id: 'a1' }
const project: Bootstrap = {
  ...sampleBootstrap,
  wallets: [alpha, { ...alpha, id: 'b2', name: "Beta's", rdns: "example.beta's" }],
  walletCount: 70,
  walletConnect: { projectId: 'x', relayUrl: 'wss://relay.example' },
  email: true,
}
const termsUrl = 'https://a.example/?a=1&b="'
const privacyUrl = 'https://b.example/'

/** A warning of React in development. It appears here because server and browser share one process. */
const twoRenderers = 'Detected multiple renderers'

/**
 * Prerenders the first view, then lets React hydrate it. Returns the elements that existed before hydration, and the
 * problems that React reported.
 */
const hydrate = async (facts: { bootstrap: Bootstrap; language: LanguageCode; isPhone: boolean }) => {
  const problems = vi.spyOn(console, 'error').mockReturnValue()
  if (facts.isPhone) simulateDevice('iphone')
  const { root: markup } = await prerender({ ...facts, theme: 'light' })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = markup
  const before = [...root.querySelectorAll('*')]
  const text = root.querySelector('main')?.textContent
  const store = await createFirstViewStore({ ...facts, theme: 'light' })
  const unmount = await act(async () =>
    mount({ store, root, firstStore: await createFirstViewStore({ ...facts, theme: 'light' }) }),
  )
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  return {
    root,
    before,
    text,
    problems: problems.mock.calls.map(String).filter((each) => !each.startsWith(twoRenderers)),
  }
}

test.each<[string, Partial<Bootstrap['options']>, LanguageCode, boolean]>([
  ['both links', { termsUrl, privacyUrl }, 'en', false],
  ['the terms only', { termsUrl }, 'de', false],
  ['the privacy policy only', { privacyUrl }, 'ar', false],
  ['no link', {}, 'en', true],
  ['a check box and both links', { termsUrl, privacyUrl, legalCheckbox: true }, 'en', false],
  ['a check box without links', { legalCheckbox: true }, 'ar', true],
  ['no guide', { walletGuide: false }, 'de', true],
  ['wallets of the page last', { connectorTypeOrder: ['recommended', 'walletConnect'] }, 'en', false],
])('React takes over the same nodes with %s', async (_, options, language, isPhone) => {
  const facts = { bootstrap: { ...project, options: { ...sampleBootstrap.options, ...options } }, language, isPhone }
  const { root, before, text, problems } = await hydrate(facts)
  expect(problems).toEqual([])
  expect(root.querySelector('main')?.textContent).toBe(text)
  // React may add a style sheet or a preload, but removes no node.
  expect(before.filter((element) => !element.isConnected)).toEqual([])
  expect(root.querySelector('[lang]')?.getAttribute('lang')).toBe(language)
})

test('React keeps the legal check box ticked if the visitor ticked it before hydration', async () => {
  const options = { ...sampleBootstrap.options, legalCheckbox: true }
  const facts = { bootstrap: { ...project, options }, language: 'en', theme: 'light', isPhone: false } as const
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = (await prerender(facts)).root
  const box = () => root.querySelector<HTMLInputElement>('input[type="checkbox"]')
  const rows = () => [...root.querySelectorAll('li button')]
  expect(rows().map((row) => row.getAttribute('aria-disabled'))).toEqual(rows().map(() => 'true'))
  expect(root.querySelectorAll(':disabled')).toHaveLength(0)
  box()?.click()
  const store = await createFirstViewStore(facts)
  const unmount = await act(async () => mount({ store, root, firstStore: await createFirstViewStore(facts) }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  expect(box()?.checked).toBe(true)
  expect(rows().map((row) => row.getAttribute('aria-disabled'))).toEqual(rows().map(() => null))
})

test('React keeps the legal check box ticked if the visitor ticks it between hydration and the call of open()', async () => {
  const options = { ...sampleBootstrap.options, legalCheckbox: true }
  const facts = { bootstrap: { ...project, options }, language: 'en', theme: 'light', isPhone: false } as const
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = (await prerender(facts)).root
  const store = await createFirstViewStore(facts)
  const input = createEarlyInput(store, { connected: new Promise(() => {}) })
  const unmount = await act(async () => mount({ store, root, firstStore: await createFirstViewStore(facts), input }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  act(() => root.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click())
  expect(store.get(isLegalAcceptedAtom)).toBe(true)
})

test("a press on the directory's row of a wallet before hydration connects the installed wallet", async () => {
  const facts = { bootstrap: project, language: 'en', theme: 'light', isPhone: false } as const
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = (await prerender(facts)).root
  const press = root.querySelector<HTMLElement>('[data-testid="wallet-selector-a1"]')
  const store = await createFirstViewStore(facts)
  const installed = { id: 'example.alpha', name: 'Alpha', rdns: 'example.alpha' }
  await store.set(setHandshakeWalletsAtom, [installed], {})
  const input = createEarlyInput(store, { connected: new Promise(() => {}), press })
  const unmount = await act(async () => mount({ store, root, firstStore: await createFirstViewStore(facts), input }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  expect(press?.dataset.testid).toBe('wallet-selector-example.alpha')
  await act(async () => store.set(markOpenAtom))
  await vi.waitFor(() => expect(store.get(screenAtom)).toMatchObject({ view: 'ConnectingExternal' }))
})

test('renders the view of a press on a row first if the page has opened the modal', async () => {
  const facts = { bootstrap: project, language: 'en', theme: 'light', isPhone: false } as const
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = (await prerender(facts)).root
  const press = root.querySelector<HTMLElement>('[data-testid="all-wallets"]')
  const store = await createFirstViewStore(facts)
  store.set(markOpenAtom)
  const handover: Handover = { connected: new Promise(() => {}), press: press as HTMLElement, pressedAt: 0 }
  const headings: (string | null)[] = []
  new MutationObserver(() => headings.push(root.querySelector('h1')?.textContent ?? null)).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  const unmount = await act(async () =>
    mount({
      ...{ store, root, firstStore: await createFirstViewStore(facts) },
      input: createEarlyInput(store, handover),
    }),
  )
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  expect(headings[0]).toBe('All Wallets')
  await act(async () => store.set(backAtom))
  expect(store.get(screenAtom).view).toBe('Connect')
  await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.testid).toBe('all-wallets'))
})

test('logs an error if the prerendered markup differs from the markup that React renders', async () => {
  const problems = vi.spyOn(console, 'error').mockReturnValue()
  const facts = { bootstrap: project, language: 'en', theme: 'light', isPhone: false } as const
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = (await prerender(facts)).root.replace('Connect Wallet', 'Connect')
  const store = await createFirstViewStore(facts)
  const unmount = await act(async () => mount({ store, root, firstStore: await createFirstViewStore(facts) }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  expect(problems.mock.calls.map(String).join()).toContain('rendered again')
})

test('the prerendered markup has no script and no style attribute, and escapes the URLs of the project', async () => {
  const facts = {
    bootstrap: { ...project, options: { ...sampleBootstrap.options, termsUrl } },
    language: 'en',
  } as const
  const { root, template, failure } = await prerender({ ...facts, theme: 'dark', isPhone: false })
  expect(root + template + failure).not.toMatch(/ style=| on[a-z]+="|<script|<link/)
  expect(root).toContain('href="https://a.example/?a=1&amp;b=&quot;"')
  expect(template).toContain(`data-ids='{"example.alpha":"a1","example.beta&#39;s":"b2"}'`)
})

test('the icons in the document are part of the first paint, and all other icons load lazily', async () => {
  const wallets = [
    { ...alpha, image_url: 'data:image/webp;base64,AAAA' },
    { ...alpha, id: 'b2', image_id: 'b2' },
  ]
  const facts = { bootstrap: { ...project, wallets }, language: 'en', theme: 'light', isPhone: false } as const
  const page = document.createElement('div')
  page.innerHTML = (await prerender(facts)).root
  const images = [...page.querySelectorAll('img')].map((image) => [
    image.getAttribute('src'),
    image.getAttribute('loading'),
  ])
  expect(images).toEqual([
    ['data:image/webp;base64,AAAA', null],
    ['/getWalletImage/b2', 'lazy'],
  ])
})

test.each<[string, Partial<Bootstrap>, string | undefined]>([
  ['after WalletConnect by default', {}, '1'],
  [
    'nowhere if the project hides wallets',
    { options: { ...sampleBootstrap.options, excludeWalletIds: ['a1'] } },
    undefined,
  ],
  [
    'nowhere without an EVM network',
    { networks: [{ ...sampleNetwork(1, 'Solana'), chainNamespace: 'solana' }] },
    undefined,
  ],
  [
    'nowhere if rows stand between recent wallets and those of the page',
    { options: { ...sampleBootstrap.options, connectorTypeOrder: ['recent', 'walletConnect', 'injected'] } },
    undefined,
  ],
])('the script adds wallets of the page %s', async (_, data, index) => {
  const { template } = await prerender({
    bootstrap: { ...project, ...data },
    theme: 'light',
    language: 'en',
    isPhone: false,
  })
  expect(/data-index="(\d+)"/.exec(template)?.[1]).toBe(index)
})
