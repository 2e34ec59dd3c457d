// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { askCaptcha, explainCaptcha } from './captchaPanel.ts'

const page = 'https://check.shop.example/captcha'

/** Shows the panel. `post` is a message of some page to the wallet's document. */
const ask = (isOpened = true) => {
  const ended = new AbortController()
  const listeners = new Set<(event: MessageEvent) => void>()
  const opened: URL[] = []
  let root = document.body
  const response = askCaptcha(
    {
      surface: {
        show: async (_, shown) => {
          root = shown
        },
        hide: () => undefined,
      },
      page,
      open: (url) => {
        opened.push(new URL(url))
        return isOpened ? {} : null
      },
      scope: {
        location: { origin: 'https://wallet.example' },
        addEventListener: (_: string, listener: unknown, { signal }: { signal: AbortSignal }) => {
          listeners.add(listener as never)
          signal.addEventListener('abort', () => listeners.delete(listener as never))
        },
      } as never,
    },
    ended.signal,
  )
  const press = (name: string) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
  press('Open the task')
  const fragment = new URLSearchParams(opened[0]?.hash.slice(1))
  const nonce = fragment.get('nonce')
  const post = (data: unknown, origin = 'https://check.shop.example') => {
    for (const listener of listeners) listener({ data, origin } as MessageEvent)
  }
  return { response, ended, listeners, opened, fragment, nonce, root: () => root, press, post }
}
/** Resolves with `open` while the panel waits. */
const stateOf = (response: Promise<string>) =>
  Promise.race([response, new Promise<string>((resolve) => setTimeout(resolve, 0, 'open'))])

test('opens the operator’s page, and resolves with the response that it posts', async () => {
  const { response, opened, fragment, nonce, post, listeners } = ask()
  expect(opened).toHaveLength(1)
  expect(opened[0]?.href.startsWith(`${page}#`)).toBe(true)
  expect(fragment.get('origin')).toBe('https://wallet.example')
  post({ captcha: 'solved', nonce })
  expect(await response).toBe('solved')
  expect(listeners.size).toBe(0)
})

test.each<[string, (nonce: string | null) => [unknown, string?]]>([
  ['a page of another origin', (nonce) => [{ captcha: 'solved', nonce }, 'https://shop.example']],
  ['a page that another try has opened', () => [{ captcha: 'solved', nonce: crypto.randomUUID() }]],
  ['a page that sends no nonce', () => [{ captcha: 'solved' }]],
  ['a page that sends an empty response', (nonce) => [{ captcha: '', nonce }]],
  ['a page that sends a response that is too long', (nonce) => [{ captcha: 'a'.repeat(8_193), nonce }]],
  ['a page that sends something else', (nonce) => [{ captcha: { solved: true }, nonce }]],
  ['a page that sends nothing', () => [null]],
])('ignores %s', async (_, message) => {
  const { response, nonce, post, ended } = ask()
  post(...message(nonce))
  expect(await stateOf(response)).toBe('open')
  ended.abort()
  await expect(response).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('says that the browser blocked the window, and lets the visitor try again', async () => {
  const { response, opened, root, press, ended } = ask(false)
  await vi.waitFor(() => expect(root().textContent).toContain('The browser did not open the window'))
  press('Open the task')
  expect(opened).toHaveLength(2)
  ended.abort()
  await expect(response).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a visitor may leave without a response', async () => {
  const { response, press } = ask()
  press('Not now')
  await expect(response).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a wallet window, which no other window can answer, says where to sign in, and ends by a press', async () => {
  let root = document.body
  const show = async (_: unknown, shown: HTMLElement) => {
    root = shown
  }
  const surface = { show, hide: () => undefined }
  const explained = explainCaptcha({ surface }, new AbortController().signal)
  expect(root.textContent).toContain('Sign in on a site or with a passkey')
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Not now'])
  root.querySelector('button')?.click()
  await expect(explained).rejects.toMatchObject({ code: 'USER_REJECTED' })
})
