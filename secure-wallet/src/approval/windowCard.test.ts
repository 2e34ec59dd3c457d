// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { limitedProposal } from '../../test/approvals.ts'
import { icon } from '../ui/icon.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { QueueTurn } from './approvals.ts'
import { type FrozenProposal, freezeProposal, type Proposal } from './proposal.ts'
import { createWindowCard } from './windowCard.ts'

beforeEach(() => document.body.replaceChildren())

const madeAt = 1_000
const frozen = freezeProposal({ ...limitedProposal(), estimatedAt: madeAt })
/** Shows the panel that opens the window. The test decides whether the browser opens one, and what the window answers. */
const show = async ({ opens = true, replaceFailure = null as AppError | null } = {}) => {
  const answered = Promise.withResolvers<{ digest: string; choiceId: string }>()
  const open = vi.fn((_url: string) => (opens ? {} : null))
  const started: string[] = []
  const replaced: [string, number | undefined][] = []
  const [close, request] = [vi.fn(async () => undefined), new AbortController()]
  const ask = createWindowCard({
    flows: {
      start: async ({ digest }) => ({
        url:
          started.push(digest) > 1
            ? `https://wallet.example/approve/${started.length}`
            : 'https://wallet.example/approve',
        replace: async (next, signal, time) => {
          signal.throwIfAborted()
          if (replaceFailure) throw replaceFailure
          replaced.push([next.digest, time])
        },
        close,
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
  const followEstimate = vi.fn((_show: (time: number) => void) => undefined)
  const turn = { position: 1, total: 1, follow: () => undefined, followEstimate, ended: request.signal }
  const card = async (shown: FrozenProposal, more: Partial<QueueTurn> = {}) => {
    document.body.replaceChildren()
    const answer = ask(shown, { ...turn, signal: ended.signal, ...more }, surface)
    answer.catch(() => undefined)
    await Promise.race([
      answer.catch(() => undefined),
      vi.waitFor(() => expect(document.body.childNodes).toHaveLength(1)),
    ])
    return { answer }
  }
  return { ...(await card(frozen)), answered, open, ended, started, replaced, followEstimate, card, close, request }
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

test('the panel leads with the button that opens a window, before and after the first press', async () => {
  await show()
  const buttons = () =>
    [...document.querySelectorAll('button')].map((each) => [
      each.textContent,
      [...each.classList].find((name) => name.startsWith('button--')),
      each.querySelector('svg')?.innerHTML === icon('open').innerHTML,
    ])
  expect(buttons()).toEqual([
    ['Open wallet window', 'button--primary', true],
    ['Cancel', 'button--quiet', false],
  ])
  press('Open wallet window')
  expect(buttons()).toEqual([
    ['Reopen window', undefined, true],
    ['Cancel the request', 'button--quiet', false],
  ])
  expect(document.querySelector('svg')?.innerHTML).toBe(icon('clock').innerHTML)
})

test('a blocked window is a warning, and tells no time', async () => {
  const { replaced, followEstimate } = await show({ opens: false })
  press('Open wallet window')
  followEstimate.mock.calls[0]?.[0](madeAt + 8_000)
  expect(document.querySelector('.notice--warn svg')?.innerHTML).toBe(icon('warn').innerHTML)
  expect(replaced).toEqual([])
})

test('a card without an estimate tells its window no time', async () => {
  const { replaced, followEstimate, card } = await show()
  const { estimatedAt: _, ...unestimated } = limitedProposal() as Proposal
  await card(freezeProposal(unestimated))
  press('Open wallet window')
  followEstimate.mock.calls[1]?.[0](madeAt + 8_000)
  expect(replaced.filter(([, time]) => time !== undefined)).toEqual([])
})

test('the panel shows the facts of a request without limits, but not its details', async () => {
  const made = limitedProposal()
  const { limits: _, ...unlimited } = made
  const rows = [
    { label: 'To', value: 'Ann', isAddress: false },
    { label: 'Account', value: 'mine', isAddress: false, isDetail: true as const },
  ]
  const { card } = await show()
  await card(freezeProposal({ ...unlimited, facts: { ...made.facts, rows } }))
  expect(text()).toContain('up to 5 USD')
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['To'])
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

const changed = freezeProposal({ ...limitedProposal(), estimatedAt: madeAt + 8_000 })

test('a card whose effects changed goes to the window that is open, and no other window is offered first', async () => {
  const { open, started, replaced, card } = await show()
  press('Open wallet window')
  await card(changed)
  expect([started, replaced]).toEqual([[frozen.digest], [[changed.digest, undefined]]])
  expect(text()).toContain('Waiting for your answer')
  press('Reopen window')
  expect(open.mock.calls).toEqual([['https://wallet.example/approve'], ['https://wallet.example/approve']])
})

test('a card whose effects changed before the window was opened still offers to open it', async () => {
  const { started, card } = await show()
  await card(changed)
  expect(started).toHaveLength(1)
  expect(text()).toContain('Continue in the wallet window')
})

test.each([
  ['the window has answered', { replaceFailure: new AppError(walletErrors.FLOW_NOT_FOUND) }, {}],
  ['the card belongs to another request', {}, { ended: new AbortController().signal }],
])('a card opens its own window if %s', async (_name, options, more) => {
  const { started, open, card } = await show(options)
  press('Open wallet window')
  await card(changed, more)
  expect(started).toEqual([frozen.digest, changed.digest])
  press('Open wallet window')
  expect(open).toHaveBeenLastCalledWith('https://wallet.example/approve/2')
})

test('a flow that the server does not answer for gets no second window', async () => {
  const failure = new AppError(commonErrors.SERVER_UNREACHABLE)
  const { started, card } = await show({ replaceFailure: failure })
  press('Open wallet window')
  await expect((await card(changed)).answer).rejects.toBe(failure)
  expect(started).toHaveLength(1)
})

test('the window gets the time of each newer estimate', async () => {
  const { replaced, followEstimate } = await show()
  press('Open wallet window')
  const tell = followEstimate.mock.calls[0]?.[0]
  for (const time of [madeAt, madeAt + 8_000]) tell?.(time)
  expect(replaced).toEqual([[frozen.digest, madeAt + 8_000]])
})

test('a window that is opened late gets the time of the newest estimate alone', async () => {
  const { replaced, followEstimate } = await show()
  const tell = followEstimate.mock.calls[0]?.[0]
  for (const time of [madeAt, madeAt + 8_000, madeAt + 16_000]) tell?.(time)
  expect(replaced).toEqual([])
  press('Open wallet window')
  expect(replaced).toEqual([[frozen.digest, madeAt + 16_000]])
})

test('the end of a request closes the flow of its open window, and not before', async () => {
  const { ended, request, close, card } = await show()
  press('Open wallet window')
  ended.abort(new Error('the effects changed'))
  await card(changed, { signal: new AbortController().signal })
  expect(close).not.toHaveBeenCalled()
  request.abort()
  expect(close).toHaveBeenCalledOnce()
})

test('the end of a request whose window was never opened closes nothing', async () => {
  const { request, close } = await show()
  request.abort()
  expect(close).not.toHaveBeenCalled()
})
