// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { directionOf } from '../../protocol/messages/direction.ts'
import type { ErrorPanelTexts, NoticesHook, OutageCause } from '../hook.ts'
import { type BridgeHook, type RefusalReason, restoreHintKey, unsupportedVersion } from '../hook.ts'
import { arabicTexts as ar } from '../notices/ar.ts'
import { germanTexts as de } from '../notices/de.ts'
import { englishTexts as en } from '../notices/en.ts'
import { createErrorPanel } from '../notices/errorPanel.ts'

const origin = 'https://shop.example'
const origins = { frameOrigin: 'https://modal.example', secureOrigin: 'https://wallet.example' }
const files = { ar, de, en }

beforeEach(() => {
  vi.stubGlobal('origin', origin)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const noticeFiles = Object.keys(files).map((language) => `${language} /notices-${language}.js sha384-${language}`)
  vi.doMock('../origins.ts', () => ({ ...origins, noticeFiles: noticeFiles.join(' ') }))
})
afterEach(() => {
  vi.doUnmock('../origins.ts')
  vi.resetModules()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  document.documentElement.lang = ''
})

const button = (textContent: string, ariaLabel: string | null = null) =>
  Object.assign(document.createElement('button'), { textContent, ariaLabel })

type Options = { lang?: string; locale?: string; isOpen?: boolean; isBlocked?: boolean }
const openPanel = async ({ lang = 'en', locale, isOpen = true, isBlocked = false }: Options) => {
  document.documentElement.lang = lang
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const card = document.createElement('div')
  const root = card.attachShadow({ mode: 'open' })
  const load = vi.fn(async (src: string, _integrity: string, noticesHook: NoticesHook) => {
    if (isBlocked) throw new Error('blocked')
    return createErrorPanel(noticesHook, files[src.slice(9, 11) as keyof typeof files])
  })
  /** Shows the error's message and two buttons, as the loader does. */
  const fail = ({ message }: Error) => {
    if (isOpen) root.replaceChildren(message, button('Retry'), button('×', 'Close'))
  }
  const state = { open: isOpen }
  const none = undefined
  const useFrame = () => document.createElement('iframe')
  const hook = [none, state, none, none, { locale }, none, dialog, card, none, useFrame, none, vi.fn(fail), load]
  const { createFailureExplainer } = await import('./explain.ts')
  const rejectCalls = vi.fn()
  const [explain] = createFailureExplainer(hook as unknown as BridgeHook, rejectCalls)
  /** The texts that the visitor reads, once the file with the texts has loaded. */
  const texts = async () => {
    await vi.waitFor(() => expect(load).toHaveResolved())
    await Promise.resolve()
    return Array.from(root.children, (element) => element.ariaLabel ?? element.textContent)
  }
  return { explain, load, card, root, texts, dialog, rejectCalls }
}

/** The panel's texts as the visitor reads them. */
const panelOf = ({ panels }: ErrorPanelTexts, cause: OutageCause) =>
  panels[cause].map((text) => text.replace('{site}', location.host).replace('{modal}', 'modal.example'))

test.each<[RefusalReason, OutageCause]>([
  [unsupportedVersion, 'setup'],
  ['ORIGIN_NOT_ALLOWED', 'setup'],
  ['INVALID_PROJECT_ID', 'setup'],
])(
  'says without a button to retry that the site is not set up, if the frame refuses with %s',
  async (reason, cause) => {
    const { explain, texts } = await openPanel({})
    explain(reason)
    expect(await texts()).toEqual([...panelOf(en, cause), 'Close'])
  },
)

test('names the reason for the developer in the console and in the error', async () => {
  const { explain, rejectCalls } = await openPanel({})
  explain('ORIGIN_NOT_ALLOWED')
  const detail = `${origin}: add it to allowedOrigins`
  expect(console.error).toHaveBeenCalledWith(`AppKit ORIGIN_NOT_ALLOWED. ${detail}`)
  expect(rejectCalls).toHaveBeenCalledWith(
    expect.objectContaining({ code: 4900, reason: 'ORIGIN_NOT_ALLOWED', message: detail }),
  )
})

test.each([
  ['en', { lang: '' }, en],
  ['en', { lang: 'fr' }, en],
  ['en', { lang: 'sha384-de' }, en],
  ['en', { lang: '/notices-de.js' }, en],
  ['en', { lang: '__proto__' }, en],
  ['de', { lang: 'de-CH' }, de],
  ['ar', { lang: 'en', locale: 'AR' }, ar],
])('shows the error panel in %s, with the direction of this language, for %o', async (language, page, notices) => {
  const panel = await openPanel(page)
  expect(panel.load).toHaveBeenCalledExactlyOnceWith(`/notices-${language}.js`, `sha384-${language}`, expect.anything())
  panel.explain('RATE_LIMITED')
  expect(await panel.texts()).toEqual([...panelOf(notices, 'unreachable'), notices.retry, notices.close])
  expect(panel.card).toMatchObject({ lang: language, dir: directionOf(language) })
  expect(panel.root.lastChild?.textContent).toBe('×')
})

test('keeps the sentence of the loader if the file with the texts does not load', async () => {
  const { explain, root, load } = await openPanel({ lang: 'de', isBlocked: true })
  expect(load).toHaveBeenCalledOnce()
  explain('RATE_LIMITED')
  expect(root.textContent).toBe(`${origin}: rate limitedRetry×`)
})

test('goes on by itself when an offline visitor is online again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { explain, texts, root, dialog } = await openPanel({})
  dialog.append(document.createElement('iframe'))
  explain()
  vi.advanceTimersByTime(500)
  expect(await texts()).toEqual([...panelOf(en, 'offline'), en.retry, en.close])
  const retry = vi.fn()
  root.querySelector('button')?.addEventListener('click', retry)
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  expect(retry).toHaveBeenCalledOnce()
})

test.each<[string, boolean, OutageCause, string]>([
  ['names the frame around the page if the server answers for another file', true, 'framed', 'ORIGIN_NOT_ALLOWED'],
  ['names the outage on a page in a frame if the server is down', false, 'unreachable', 'SERVER_UNREACHABLE'],
])('%s', async (_, isUp, cause, code) => {
  vi.stubGlobal('parent', {})
  const { explain, load, dialog, rejectCalls, texts } = await openPanel({})
  await vi.waitFor(() => expect(load).toHaveResolved())
  if (!isUp) load.mockRejectedValue(new Error('no answer'))
  for (const _attempt of ['first', 'again']) {
    dialog.replaceChildren(document.createElement('iframe'))
    explain()
    if (isUp) break
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  await vi.waitFor(() => expect(rejectCalls).toHaveBeenCalledWith(expect.objectContaining({ reason: code })))
  expect((await texts()).slice(0, 2)).toEqual(panelOf(en, cause))
  expect(load).toHaveBeenCalledWith(expect.stringMatching(/^\/notices-en\.js\?./), 'sha384-en', expect.anything())
})

test('the error panel is a landmark with one heading', async () => {
  const { explain, card, root, texts } = await openPanel({})
  explain('RATE_LIMITED')
  const [title] = await texts()
  expect(card.role).toBe('main')
  expect(Array.from(root.querySelectorAll('h1'), (heading) => heading.textContent)).toEqual([title])
})

test.each<[string, string | undefined, string, boolean?]>([
  ['the height that the frame reported', '421.5', 'min(421.5px,100% - 64px)'],
  ['that of the usual first view after a disconnect', '421.5', 'min(554px,100% - 64px)', false],
  ['that of the usual first view on a first visit', undefined, 'min(554px,100% - 64px)'],
  ['that of the usual first view if the stored text is no height', 'x', 'min(554px,100% - 64px)'],
])('gives the loading card its height before an error: %s', async (_, stored, height, isConnected = true) => {
  localStorage.clear()
  if (isConnected) localStorage.setItem(restoreHintKey, '{}')
  if (stored) localStorage.setItem('appkitHeight', stored)
  // The test's browser knows no `min()`, and would drop the height.
  const style = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
  const { load } = await openPanel({})
  await vi.waitFor(() => expect(load).toHaveResolved())
  expect(style.mock.calls[0]?.[0]).toMatch(
    `:host{box-sizing:border-box!important;margin:auto!important;padding:20px!important;height:${height}}`,
  )
})

test.each([
  [4, 'min(554px,100% - 64px)', 'min(582px,92%)'],
  [5, 'min(606px,100% - 64px)', 'min(638px,92%)'],
  [12, 'min(658px,100% - 64px)', 'min(694px,92%)'],
])(
  'with %i wallets in the page, the loading card has the height of the rows that the frame reserves',
  async (wallets, height, heightOnPhone) => {
    localStorage.clear()
    const dialog = document.createElement('dialog')
    dialog.dataset.appkit = ''
    dialog.innerHTML = `<iframe src="about:blank#${new URLSearchParams({ rows: [wallets, 'featured'] as never })}">`
    document.body.append(dialog)
    const style = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
    const { load } = await openPanel({})
    await vi.waitFor(() => expect(load).toHaveResolved())
    dialog.remove()
    expect(style.mock.calls[0]?.[0]).toContain(`height:${height}}`)
    expect(style.mock.calls[0]?.[0]).toContain(`height:${heightOnPhone}}`)
  },
)

test('shows no error panel to a visitor who did not open the modal', async () => {
  const { explain, root } = await openPanel({ isOpen: false })
  explain('ORIGIN_NOT_ALLOWED')
  expect(root.children).toHaveLength(0)
})

test.each([ar, de, en])('the error panel in $lang has the direction of the language’s script', ({ lang, dir }) => {
  expect(dir).toBe(directionOf(lang))
})
