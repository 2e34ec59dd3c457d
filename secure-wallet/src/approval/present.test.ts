// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitedProposal } from '../../test/approvals.ts'
import { createCardSurface } from '../ui/cardSurface.ts'
import { createApprovalPresenter } from './present.ts'
import { freezeProposal, type Proposal } from './proposal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  // Simulates a browser that detects covering and reports that the whole card is visible.
  vi.stubGlobal('IntersectionObserverEntry', { prototype: { isVisible: true } })
  vi.stubGlobal('IntersectionObserver', function (this: object, tell: (entries: object[]) => void) {
    const observe = (target: Element) =>
      setTimeout(() => tell([{ target, intersectionRatio: 1, isVisible: true }]), 100)
    return { observe, disconnect: () => undefined }
  })
  Object.defineProperty(window, 'matchMedia', { value: () => new EventTarget(), configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const proposal: Proposal = {
  facts: {
    host: 'https://guest.example',
    title: 'Sign a message',
    lead: '',
    notices: [],
    changesTitle: '',
    changes: [],
    rows: [],
    message: 'hello there',
    tree: [],
    steps: [],
    raw: '',
    isDanger: false,
  },
  kind: 'message',
  choices: [
    { id: 'sign', name: 'Sign', isPreset: true, fee: null, label: 'Sign', namespace: 'eip155', payloads: ['00'] },
  ],
  blocked: null,
}
const frozen = freezeProposal(proposal)
const [inline, inWindow] = [
  { digest: frozen.digest, choiceId: 'sign' },
  { digest: frozen.digest, choiceId: 'window' },
]

/** Simulates an event of the visitor: browsers set `isTrusted`, and scripts cannot. */
const genuine = (target: EventTarget, type: string, x = 5) => {
  const event = new PointerEvent(type, {
    bubbles: true,
    pointerType: 'mouse',
    button: 0,
    clientX: x,
    clientY: 5,
    screenX: x,
    screenY: 5,
  })
  Object.defineProperty(event, 'isTrusted', { value: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  target.dispatchEvent(event)
}
const transfer = freezeProposal({ ...proposal, kind: 'transfer' })
const limitedPayment = { chainId: 'eip155:1', token: '0xaa', receiver: '0xbb', amount: '5' }
const limited = freezeProposal({ ...proposal, kind: 'limitedTransfer', limitedPayment })

/**
 * Shows an approval card, of a transfer by default. The visitor waits until the approve button works, and clicks it.
 */
const clickOn = async (
  passkey: { isPossible(): boolean; confirm(payloads: object, signal: AbortSignal): Promise<string> },
  { signal } = new AbortController(),
  {
    shown = transfer,
    isTrusted = true,
    isHostFramed = false,
    reserve = async (_payment: object) => false,
    confirmEstimate = async (): Promise<void> => undefined,
  } = {},
) => {
  const { present } = createApprovalPresenter({
    surface: {
      show: async (_view, root) => document.body.replaceChildren(root),
      hide: () => document.body.replaceChildren(),
    },
    isTrusted,
    isHostFramed,
    scale: devicePixelRatio,
    passkey,
    reserve,
    askInWindow: async () => inWindow,
  })
  const answer = present(shown, {
    position: 1,
    total: 1,
    follow: () => undefined,
    ended: new AbortController().signal,
    confirmEstimate,
    signal,
  })
  await vi.advanceTimersByTimeAsync(50)
  for (const x of [1, 2, 3, 4]) genuine(document, 'pointermove', x)
  await vi.advanceTimersByTimeAsync(3_000)
  for (const x of [1, 2, 3, 4]) genuine(document, 'pointermove', x)
  const button = document.querySelector('.approve__button')
  if (button) {
    genuine(button, 'pointerdown')
    genuine(button, 'pointerup')
  }
  return answer
}

test('a request that is in the wallet window stays there when its card changes', async () => {
  const askInWindow = vi.fn(async () => inWindow)
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    isTrusted: true,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => true, confirm: () => Promise.reject(new Error('declined')) },
    reserve: async () => false,
    askInWindow,
  })
  const turn = () => {
    const { signal } = new AbortController()
    return { position: 1, total: 1, follow: () => undefined, ended: signal, signal }
  }
  const request = turn()
  // A permission is answered in the window at any site, and a transfer at a trusted site by a passkey.
  await present(freezeProposal({ ...proposal, kind: 'permission' }), request)
  expect(await present(transfer, request)).toEqual(inWindow)
  expect(askInWindow).toHaveBeenCalledTimes(2)
  void present(transfer, turn())
  await vi.advanceTimersByTimeAsync(50)
  expect([askInWindow.mock.calls.length, document.querySelectorAll('.approve__button').length]).toEqual([2, 1])
})

test('the card shows that another request arrived, and keeps its approve button enabled', async () => {
  const ended = new AbortController()
  const turn = {
    position: 1,
    total: 1,
    follow: vi.fn<(tell: (total: number) => void) => void>(),
    ended: new AbortController().signal,
    signal: ended.signal,
  }
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    isTrusted: true,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => false, confirm: async () => 'approval' },
    reserve: async () => false,
    askInWindow: async () => inWindow,
  })
  const answer = expect(present(frozen, turn)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await vi.advanceTimersByTimeAsync(3_000)
  const state = () => [
    document.querySelector('.approve__position')?.textContent,
    document.querySelector('.approve__button')?.getAttribute('aria-disabled'),
  ]
  expect(state()).toEqual(['', 'false'])
  turn.follow.mock.calls[0]?.[0](2)
  expect(state()).toEqual(['1 of 2', 'false'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toEqual(['1 of 2', 'false'])
  ended.abort(new AppError(commonErrors.USER_REJECTED))
  await answer
})

test('the card that replaces one whose effects changed takes no click until it was visible for the whole delay', async () => {
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    isTrusted: true,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => false, confirm: async () => 'approval' },
    reserve: async () => false,
    askInWindow: async () => inWindow,
  })
  const changed = new AbortController()
  const turn = { position: 1, total: 1, follow: () => undefined, ended: new AbortController().signal }
  const follow = vi.fn()
  const seen = present(frozen, { ...turn, followEstimate: follow, signal: changed.signal }).catch(() => 'replaced')
  await vi.advanceTimersByTimeAsync(3_000)
  const isArmed = () => document.querySelector('.approve__button')?.getAttribute('aria-disabled') === 'false'
  expect([isArmed(), follow.mock.calls.length]).toEqual([true, 1])
  changed.abort(new AppError(commonErrors.REQUEST_ABORTED))
  expect(await seen).toBe('replaced')
  const ended = new AbortController()
  const again = present(frozen, { ...turn, signal: ended.signal }).catch(() => 'ended')
  await vi.advanceTimersByTimeAsync(700)
  expect(isArmed()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isArmed()).toBe(true)
  ended.abort(new AppError(commonErrors.USER_REJECTED))
  await again
})

test('the button of a card shows a passkey only if a passkey confirms its click', async () => {
  for (const [shown, hasPasskey, icons] of [
    [transfer, true, 1],
    [frozen, true, 0],
    [limited, true, 0],
  ] as const) {
    const ended = new AbortController()
    const { present } = createApprovalPresenter({
      surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
      ...{ isTrusted: true, isHostFramed: false, scale: devicePixelRatio, reserve: async () => false },
      passkey: { isPossible: () => hasPasskey, confirm: async () => 'approval' },
      askInWindow: async () => inWindow,
    })
    const { signal } = ended
    present(shown, { position: 1, total: 1, follow: () => undefined, ended: signal, signal }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(50)
    expect(document.querySelectorAll('.approve__button svg')).toHaveLength(icons)
    ended.abort(new AppError(commonErrors.USER_REJECTED))
  }
})

test.each([
  ['offers the wallet window after four seconds if its button stays disabled', false],
  ['offers no wallet window if its button works', true],
])('a card %s', async (_, isSeen) => {
  vi.stubGlobal('IntersectionObserver', function (this: object, tell: (entries: object[]) => void) {
    const observe = (target: Element) =>
      setTimeout(() => tell([{ target, intersectionRatio: 1, isVisible: isSeen }]), 100)
    return { observe, disconnect: () => undefined }
  })
  const askInWindow = vi.fn(async () => inWindow)
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    ...{ isTrusted: true, isHostFramed: false, scale: devicePixelRatio, reserve: async () => false, askInWindow },
    passkey: { isPossible: () => false, confirm: async () => 'approval' },
  })
  const ended = new AbortController()
  const { signal } = ended
  const answer = present(frozen, { position: 1, total: 1, follow: () => undefined, ended: signal, signal })
  answer.catch(() => undefined)
  const offer = () => document.querySelector<HTMLButtonElement>('.approve__window')
  await vi.advanceTimersByTimeAsync(3_900)
  expect(offer()).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect(offer() === null).toBe(isSeen)
  if (isSeen) return ended.abort(new AppError(commonErrors.USER_REJECTED))
  offer()?.click()
  expect(await answer).toEqual(inWindow)
  expect(askInWindow).toHaveBeenCalledOnce()
})

test('a card whose request ended offers no wallet window later', async () => {
  vi.stubGlobal('IntersectionObserver', function (this: object) {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    ...{ isTrusted: true, isHostFramed: false, scale: devicePixelRatio, reserve: async () => false },
    passkey: { isPossible: () => false, confirm: async () => 'approval' },
    askInWindow: async () => inWindow,
  })
  const ended = new AbortController()
  const { signal } = ended
  const answer = present(frozen, { position: 1, total: 1, follow: () => undefined, ended: signal, signal })
  answer.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  ended.abort(new AppError(commonErrors.USER_REJECTED))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(document.querySelector('.approve__window')).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('a click and the passkey together approve a transfer for a trusted site', async () => {
  const confirm = vi.fn(async () => 'approval')
  expect(await clickOn({ isPossible: () => true, confirm })).toEqual({
    digest: transfer.digest,
    choiceId: 'sign',
    approvalId: 'approval',
  })
  expect(confirm).toHaveBeenCalledOnce()
})

test('moves an approval to the wallet window if the passkey cannot be asked or its answer does not count', async () => {
  const confirm = () => Promise.reject(new AppError(walletErrors.KEY_NOT_UNLOCKED))
  expect(await clickOn({ isPossible: () => true, confirm })).toEqual(inWindow)
})

describe('after the visitor closed the passkey prompt', () => {
  const closePrompt = async () => {
    const confirm = vi.fn(async () => 'approval')
    confirm.mockRejectedValueOnce(new AppError(commonErrors.USER_REJECTED))
    const ended = new AbortController()
    const answer = clickOn({ isPossible: () => true, confirm }, ended)
    while (!document.body.textContent?.includes('Nothing was paid')) await vi.advanceTimersByTimeAsync(20)
    return { confirm, ended, answer }
  }
  const approve = () => document.querySelector<HTMLElement>('.approve__button')

  test('the card says that nothing was paid, and its button is not ready before the whole delay', async () => {
    const { ended, answer } = await closePrompt()
    expect(document.body.textContent).toContain('The passkey prompt was closed.')
    expect([approve()?.textContent, approve()?.getAttribute('aria-disabled')]).toEqual(['Try again', 'true'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(approve()?.getAttribute('aria-disabled')).toBe('false')
    ended.abort(new AppError(commonErrors.USER_REJECTED))
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('another press asks for the passkey again', async () => {
    const { confirm, answer } = await closePrompt()
    await vi.advanceTimersByTimeAsync(3_000)
    for (const x of [1, 2, 3, 4]) genuine(document, 'pointermove', x)
    const button = approve()
    if (!button) throw new Error('There is no approve button')
    genuine(button, 'pointerdown')
    genuine(button, 'pointerup')
    expect(await answer).toMatchObject({ choiceId: 'sign', approvalId: 'approval' })
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  test('the card offers the wallet window, because the passkey may be on another device', async () => {
    const { answer } = await closePrompt()
    document.querySelector<HTMLElement>('.approve__window')?.click()
    expect(await answer).toEqual(inWindow)
  })
})

test('ends the passkey prompt when the card closes, and opens no window', async () => {
  const ended = new AbortController()
  const confirm = vi.fn(
    (_payloads: object, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        ended.abort(new AppError(commonErrors.USER_REJECTED))
      }),
  )
  await expect(clickOn({ isPossible: () => true, confirm }, ended)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(confirm).toHaveBeenCalledWith(expect.anything(), ended.signal)
})

test('moves a transfer for a trusted site to the wallet window if the wallet has no passkey', async () => {
  const confirm = vi.fn()
  expect(await clickOn({ isPossible: () => false, confirm })).toEqual(inWindow)
  expect(confirm).not.toHaveBeenCalled()
})

test.each([true, false])(
  'a click alone pays within the limit once the server has counted the payment, with a passkey: %s',
  async (hasPasskey) => {
    const [confirm, reserve] = [vi.fn(), vi.fn(async () => true)]
    const answer = await clickOn({ isPossible: () => hasPasskey, confirm }, undefined, { shown: limited, reserve })
    expect(answer).toEqual({ digest: limited.digest, choiceId: 'sign' })
    expect(reserve.mock.calls).toEqual([[limitedPayment]])
    expect(confirm).not.toHaveBeenCalled()
  },
)

test('moves a payment to the wallet window if another tab has used up the limit', async () => {
  const passkey = { isPossible: () => true, confirm: vi.fn() }
  expect(await clickOn(passkey, undefined, { shown: limited, reserve: async () => false })).toEqual(inWindow)
  expect(passkey.confirm).not.toHaveBeenCalled()
})

test('moves a payment to the wallet window if the proposal does not say what to count', async () => {
  const shown = freezeProposal({ ...proposal, kind: 'limitedTransfer' })
  const reserve = vi.fn(async () => true)
  const passkey = { isPossible: () => false, confirm: vi.fn() }
  expect(await clickOn(passkey, undefined, { shown, reserve })).toEqual(inWindow)
  expect(reserve).not.toHaveBeenCalled()
})

test('the limit counts neither on an untrusted site nor on a site in a frame', async () => {
  const reserve = vi.fn(async () => true)
  const passkey = { isPossible: () => true, confirm: vi.fn() }
  for (const at of [{ isTrusted: false }, { isHostFramed: true }])
    expect(await clickOn(passkey, undefined, { shown: limited, reserve, ...at })).toEqual(inWindow)
  expect(reserve).not.toHaveBeenCalled()
})

test('counts no payment if its effects have become worse since the card was made', async () => {
  const ended = new AbortController()
  const reserve = vi.fn(async () => true)
  const passkey = { isPossible: () => false, confirm: vi.fn() }
  const confirmEstimate = async (): Promise<void> => ended.abort(new AppError(commonErrors.REQUEST_ABORTED))
  const answer = clickOn(passkey, ended, { shown: limited, reserve, confirmEstimate })
  await expect(answer).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(reserve).not.toHaveBeenCalled()
})

test('signs nothing if the request ends while the server counts the payment', async () => {
  const ended = new AbortController()
  const reserve = async () => {
    ended.abort(new AppError(commonErrors.USER_REJECTED))
    return true
  }
  const passkey = { isPossible: () => false, confirm: vi.fn() }
  await expect(clickOn(passkey, ended, { shown: limited, reserve })).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a click alone approves a message for a trusted site', async () => {
  const confirm = vi.fn()
  expect(await clickOn({ isPossible: () => true, confirm }, undefined, { shown: frozen })).toEqual(inline)
  expect(confirm).not.toHaveBeenCalled()
})

test('shows a message for an untrusted site only in the wallet window, with or without a passkey', async () => {
  const confirm = vi.fn()
  for (const isPossible of [() => true, () => false])
    expect(await clickOn({ isPossible, confirm }, undefined, { shown: frozen, isTrusted: false })).toEqual(inWindow)
  expect(confirm).not.toHaveBeenCalled()
})

test("restarts the button's delay when the visitor picks another limit, and approves with that limit", async () => {
  const limited = freezeProposal(limitedProposal())
  const { present } = createApprovalPresenter({
    surface: { show: async (_view, root) => document.body.replaceChildren(root), hide: () => undefined },
    isTrusted: true,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => true, confirm: async () => 'approval' },
    reserve: async () => false,
    askInWindow: async () => inWindow,
  })
  const { signal } = new AbortController()
  const answered = vi.fn()
  const answer = present(limited, {
    position: 1,
    total: 1,
    follow: () => undefined,
    ended: new AbortController().signal,
    signal,
  }).then(answered)
  await vi.advanceTimersByTimeAsync(3_000)
  const button = document.querySelector('.approve__button')
  const click = async () => {
    for (const x of [1, 2, 3, 4]) genuine(document, 'pointermove', x)
    if (button) for (const type of ['pointerdown', 'pointerup']) genuine(button, type)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(button?.getAttribute('aria-disabled')).toBe('false')
  document.querySelector<HTMLInputElement>('input[value="requested"]')?.click()
  expect(button?.getAttribute('aria-disabled')).toBe('true')
  await click()
  await vi.advanceTimersByTimeAsync(700)
  await click()
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await click()
  await answer
  expect(answered).toHaveBeenCalledWith({
    digest: limited.digest,
    choiceId: 'requested normal',
    approvalId: 'approval',
  })
})

test('shows no card of a trusted site that is itself in a frame, only the wallet window', async () => {
  const show = vi.fn()
  const { present } = createApprovalPresenter({
    surface: { show, hide: () => undefined },
    isTrusted: true,
    isHostFramed: true,
    scale: devicePixelRatio,
    passkey: { isPossible: () => true, confirm: vi.fn() },
    reserve: async () => false,
    askInWindow: async () => inWindow,
  })
  const { signal } = new AbortController()
  expect(
    await present(frozen, {
      position: 1,
      total: 1,
      follow: () => undefined,
      ended: new AbortController().signal,
      signal,
    }),
  ).toEqual(inWindow)
  expect(show).not.toHaveBeenCalled()
})

/** A presenter whose requests the visitor approves in the wallet window at once, on a real surface. */
const setUpSent = () => {
  const surface = createCardSurface({ container: document.body, name: 'wallet.example', panel: async () => undefined })
  const presenter = createApprovalPresenter({
    surface,
    isTrusted: false,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => false, confirm: vi.fn() },
    reserve: async () => false,
    askInWindow: async (_frozen, _turn, cards) => {
      await cards.show('approve', document.createElement('div'))
      return inWindow
    },
  })
  const turn = {
    position: 1,
    total: 1,
    follow: () => undefined,
    ended: new AbortController().signal,
    signal: new AbortController().signal,
  }
  const sent = { network: { name: 'Localnet' }, hash: '0x12', readEnd: () => new Promise<never>(() => undefined) }
  return { surface, ...presenter, turn, showSent: () => presenter.showSent(sent, 'Pay 12 DUSD') }
}

test('a modal that the visitor closed while a transaction was on its way stays closed', async () => {
  const { surface, present, turn, showSent, dismiss } = setUpSent()
  await present(frozen, turn)
  dismiss()
  await showSent()
  expect(surface.shown()).toBeNull()
  await present(frozen, turn)
  await showSent()
  expect(document.querySelector('.sent')).not.toBeNull()
})

test('a modal that the visitor closes while the panel of a sent transaction loads stays closed', async () => {
  const { surface, present, turn, showSent, dismiss } = setUpSent()
  await present(frozen, turn)
  const showing = showSent()
  dismiss()
  await showing
  expect(surface.shown()).toBeNull()
})

test('the card of the next request stays if it appears while the panel of a sent transaction loads', async () => {
  const { surface, present, turn, showSent } = setUpSent()
  await present(frozen, turn)
  const showing = showSent()
  await present(frozen, { ...turn })
  await showing
  expect([surface.shown(), document.querySelector('.sent')]).toEqual(['approve', null])
})

test('a panel that the visitor opened while a transaction was on its way stays, whether the transaction is sent or not', async () => {
  const { surface, present, turn, showSent, removeCard } = setUpSent()
  for (const end of [showSent, removeCard]) {
    await present(frozen, turn)
    const settings = document.createElement('div')
    await surface.show('settings', settings)
    await end()
    expect([settings.isConnected, surface.shown()]).toEqual([true, 'settings'])
  }
})
