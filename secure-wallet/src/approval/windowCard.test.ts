// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { limitedProposal } from '../../test/approvals.ts'
import type { PanelSurface } from '../ui/surface.ts'
import { freezeProposal } from './proposal.ts'
import { createWindowCard } from './windowCard.ts'

beforeEach(() => document.body.replaceChildren())

const frozen = freezeProposal(limitedProposal())
/** Shows the panel that opens the window. The test decides whether the browser opens one, and what the window answers. */
const show = async ({ opens = true } = {}) => {
  const answered = Promise.withResolvers<{ digest: string; choiceId: string }>()
  const open = vi.fn((_url: string) => (opens ? {} : null))
  const ask = createWindowCard({
    flows: {
      start: async () => ({
        url: 'https://wallet.example/approve',
        answer: (signal) => {
          signal.addEventListener('abort', () => answered.reject(signal.reason))
          return answered.promise
        },
      }),
    },
    name: 'wallet.example',
    open,
  })
  const ended = new AbortController()
  const surface: PanelSurface = {
    show: async (_view, root) => document.body.replaceChildren(root),
    hide: () => undefined,
  }
  const answer = ask(frozen, { position: 1, total: 1, follow: () => undefined, signal: ended.signal }, surface)
  answer.catch(() => undefined)
  await vi.waitFor(() => expect(document.body.childNodes).toHaveLength(1))
  return { answer, answered, open, ended }
}
const text = () => document.body.textContent ?? ''
const press = (label: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  if (!found) throw new Error(`There is no button ${label}`)
  found.click()
}
const pressEscape = (more: KeyboardEventInit = {}) =>
  document.querySelector('.approve')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...more }))

test("the panel that opens the window names the limit that the site asks for, not the visitor's own", async () => {
  const { answer, answered } = await show()
  expect(text()).toContain('USDall')
  expect(text()).not.toContain('up to 5 USD')
  answered.resolve({ digest: frozen.digest, choiceId: 'balance low' })
  expect(await answer).toEqual({ digest: frozen.digest, choiceId: 'balance low' })
})

test('the panel that opens the window names the site and the origin of the window', async () => {
  await show()
  const isolated = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(isolated).toEqual(expect.arrayContaining(['shop.example', 'wallet.example']))
})

test('a press opens the window of this request, and another one opens it again', async () => {
  const { open } = await show()
  expect(open).not.toHaveBeenCalled()
  press('Open wallet window')
  expect(open.mock.calls).toEqual([['https://wallet.example/approve']])
  expect(text()).toContain('Waiting for your answer')
  expect(text()).not.toContain('Continue in the wallet window')
  expect(document.activeElement?.textContent).toBe('Reopen window')
  press('Reopen window')
  expect(open).toHaveBeenCalledTimes(2)
})

test('the panel says that the browser blocked the window, and lets the visitor try again', async () => {
  const { open } = await show({ opens: false })
  press('Open wallet window')
  expect(document.querySelector('[role="status"]')?.textContent).toContain('The browser did not open the window')
  press('Open wallet window')
  expect(open).toHaveBeenCalledTimes(2)
})

test.each([
  ['Cancel before the window opens', () => press('Cancel')],
  [
    'Cancel while the window is open',
    () => {
      press('Open wallet window')
      press('Cancel the request')
    },
  ],
  ['Escape', () => pressEscape()],
])('%s rejects the request', async (_name, act) => {
  const { answer } = await show()
  act()
  await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a held Escape key and other keys do not reject the request', async () => {
  const { answer, answered } = await show()
  pressEscape({ repeat: true })
  pressEscape({ key: 'a' })
  answered.resolve({ digest: frozen.digest, choiceId: 'balance low' })
  expect(await answer).toMatchObject({ choiceId: 'balance low' })
})

test('the end of the request ends the wait for the answer of the window', async () => {
  const { answer, ended } = await show()
  ended.abort(new Error('the session ended'))
  await expect(answer).rejects.toThrow('the session ended')
})
