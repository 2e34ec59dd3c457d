// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { directionOf } from '../../protocol/messages/direction.ts'
import { type BridgeHook, unsupportedVersion } from '../hook.ts'
import { arabicTexts as ar } from '../notices/ar.ts'
import { germanTexts as de } from '../notices/de.ts'

const origin = 'https://shop.example'
const origins = { frameOrigin: 'https://modal.example', secureOrigin: 'https://wallet.example' }
const files = { ar, de }

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
  const load = vi.fn(async (src: string) => {
    if (isBlocked) throw new Error('blocked')
    return files[src.slice(9, 11) as keyof typeof files]
  })
  /** Shows the error's message and two buttons, as the loader does. */
  const fail = ({ message }: Error) => {
    if (isOpen) root.replaceChildren(message, button('Retry'), button('×', 'Close'))
  }
  const state = { open: isOpen }
  const none = undefined
  const hook = [none, state, none, none, { locale }, none, dialog, card, none, none, none, vi.fn(fail), load]
  const { createFailureExplainer } = await import('./explain.ts')
  const rejectCalls = vi.fn()
  const [explain] = createFailureExplainer(hook as unknown as BridgeHook, rejectCalls)
  await Promise.resolve()
  const texts = () => Array.from(root.children, (element) => element.ariaLabel ?? element.textContent)
  return { explain, load, card, root, texts, rejectCalls }
}

test('shows “Unsupported version” if the loader supports no protocol version of the frame', async () => {
  const { explain, texts } = await openPanel({})
  explain(unsupportedVersion)
  expect(texts()[0]).toBe('Unsupported version')
})

test('adds the detail to the one-sentence error of the loader', async () => {
  const { explain, texts, load, rejectCalls } = await openPanel({})
  explain('ORIGIN_NOT_ALLOWED')
  expect(texts()).toEqual(['Invalid App Configuration', `${origin}: origin not allowed`, 'Retry', 'Close'])
  expect(load).not.toHaveBeenCalled()
  expect(rejectCalls).toHaveBeenCalledWith(expect.objectContaining({ code: 4900, reason: 'ORIGIN_NOT_ALLOWED' }))
})

test.each([
  ['de', { lang: 'de-CH' }, de],
  ['ar', { lang: 'en', locale: 'AR' }, ar],
])('shows the error panel in %s, with the direction of this language, for %o', async (language, page, { texts }) => {
  const panel = await openPanel(page)
  expect(panel.load).toHaveBeenCalledExactlyOnceWith(`/notices-${language}.js`, `sha384-${language}`, {})
  panel.explain('ORIGIN_NOT_ALLOWED')
  expect(panel.texts()).toEqual([
    texts['Invalid App Configuration'],
    `${origin}: ${texts['origin not allowed']}`,
    texts.Retry,
    texts.Close,
  ])
  const dir = directionOf(language)
  expect(panel.card).toMatchObject({ lang: language, dir })
  expect(panel.root.lastChild?.textContent).toBe('×')
})

test('shows the error panel in English if the file of the page’s language does not load', async () => {
  const { explain, texts, load } = await openPanel({ lang: 'de', isBlocked: true })
  expect(load).toHaveBeenCalledOnce()
  explain('RATE_LIMITED')
  expect(texts()).toEqual(['Rate Limited', `${origin}: rate limited`, 'Retry', 'Close'])
})

test.each(['', 'en', 'sha384-de', '/notices-de.js', 'constructor', '__proto__'])(
  'loads no file of translated texts for a page in the language %o',
  async (lang) => {
    const { load } = await openPanel({ lang })
    expect(load).not.toHaveBeenCalled()
  },
)

test('shows no error panel to a visitor who did not open the modal', async () => {
  const { explain, root } = await openPanel({ isOpen: false })
  explain('ORIGIN_NOT_ALLOWED')
  expect(root.children).toHaveLength(0)
})

test.each([ar, de])('the error panel in $lang has the direction of the language’s script', ({ lang, dir }) => {
  expect(dir).toBe(directionOf(lang))
})
