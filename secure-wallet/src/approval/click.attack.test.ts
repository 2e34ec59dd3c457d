// @vitest-environment happy-dom
import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRpcWallet, evmAccount, nodeWithAnswers } from '../../test/rpcScope.ts'
import { createTestSigning } from '../../test/signPayload.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import { createApprovals } from './approvals.ts'
import { createApprovalPresenter } from './present.ts'
import { freezeProposal } from './proposal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  Object.defineProperty(window, 'matchMedia', { value: () => new EventTarget(), configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** The card of a message on a trusted host, in a browser that cannot detect covering. */
const open = async () => {
  const source = createRpcWallet(nodeWithAnswers({}))
  const asked = source.ask('personal_sign', ['hello there', evmAccount.address]).catch(() => undefined)
  const { frozen, refuse } = await source.card(0)
  refuse()
  await asked

  const signed: string[] = []
  const keys: WalletKeys = {
    accounts: () => ({ eip155: evmAccount.address, solana: '' }),
    status: () => 'ready',
    unlock: async () => undefined,
    ...createTestSigning((digest) => {
      signed.push(Buffer.from(digest).toString('hex'))
      return new Uint8Array(65)
    }),
  }
  const presenter = createApprovalPresenter({
    surface: {
      show: async (_view, root) => document.body.replaceChildren(root),
      hide: () => document.body.replaceChildren(),
    },
    isTrusted: true,
    isHostFramed: false,
    scale: devicePixelRatio,
    passkey: { isPossible: () => false, confirm: () => Promise.reject(new Error('not here')) },
    reserve: () => Promise.reject(new Error('not here')),
    askInWindow: () => Promise.reject(new Error('not here')),
  })
  const approvals = createApprovals({ site: { isKnown: true }, keys, ...presenter })
  const payload = frozen.proposal.choices[0]?.payloads[0] ?? ''
  const result = approvals.ask(async () => ({
    proposal: JSON.parse(frozen.text),
    complete: async (_choice, sign) => {
      await sign(payload)
      return { status: 'done', result: 'signed' }
    },
  }))
  result.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(50)
  const button = document.querySelector<HTMLButtonElement>('.approve__button')
  if (!button) throw new Error('no card')
  return { approvals, result, signed, button, payload, frozen }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Simulates an event of the visitor. Browsers let no script set `isTrusted`; happy-dom does. */
const genuine = (target: EventTarget, event: Event) => {
  Object.defineProperty(event, 'isTrusted', { value: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  target.dispatchEvent(event)
}
const pointer = (type: string, more: object = {}) =>
  new PointerEvent(type, {
    bubbles: true,
    pointerType: 'mouse',
    button: 0,
    clientX: 5,
    clientY: 5,
    screenX: 5,
    screenY: 5,
    ...more,
  })
const moveAbout = () => {
  for (const x of [1, 2, 3, 4]) genuine(document, pointer('pointermove', { clientX: x, screenX: x }))
}
const click = (button: HTMLElement) => {
  genuine(button, pointer('pointerdown'))
  genuine(button, pointer('pointerup'))
}
/** Moves over the button, as a hand does that rests on it. */
const moveOn = (button: HTMLElement, at = 5) => {
  for (const x of [at, at + 1, at, at + 1, at]) genuine(button, pointer('pointermove', { clientX: x, screenX: x }))
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('signs what the card shows after a genuine click on a card that was visible long enough', async () => {
  const { result, signed, button, payload } = await open()
  await wait(900)
  expect(button.getAttribute('aria-disabled')).toBe('false')
  moveAbout()
  click(button)
  expect(await result).toBe('signed')
  expect(signed).toEqual([payload])
})

const touch = (target: HTMLElement) => {
  for (const type of ['pointerover', 'pointerdown', 'pointerup'])
    genuine(target, pointer(type, { pointerType: 'touch' }))
}

test('signs what the card shows after one tap on the full button', async () => {
  const { result, signed, button, payload } = await open()
  await wait(900)
  touch(button)
  expect(await result).toBe('signed')
  expect(signed).toEqual([payload])
})

describe('a press that does not count', () => {
  const hints = () => [...document.querySelectorAll('.hint')].map(({ textContent }) => textContent)

  test('moves the button and says that it is not full yet', async () => {
    const { button, signed } = await open()
    expect([hints(), button.classList.contains('nudge')]).toEqual([[''], false])
    await wait(300)
    touch(button)
    expect(hints()).toEqual(['A moment to look. Press again when it is full.'])
    expect(button.classList.contains('nudge')).toBe(true)
    await wait(900)
    expect(signed).toEqual([])
    touch(button)
    await wait(0)
    expect(signed).toHaveLength(1)
  })

  test('says that the resting pointer has to move', async () => {
    const { button, signed } = await open()
    genuine(button, pointer('pointerover'))
    await wait(900)
    click(button)
    await wait(0)
    expect(hints()).toEqual(['Move the pointer a little, then press again.'])
    expect(signed).toEqual([])
  })
})

test('fills the button during the delay, and fills it anew after a disturbance', async () => {
  const { button } = await open()
  const isFilling = () => button.classList.contains('button--arming')
  expect([isFilling(), button.style.getPropertyValue('--arm')]).toEqual([true, '800ms'])
  await wait(900)
  expect(isFilling()).toBe(false)
  window.dispatchEvent(new Event('blur'))
  expect(isFilling()).toBe(true)
  await wait(900)
  expect(isFilling()).toBe(false)
})

test('signs what the card shows after the visitor presses and releases a key on the approve button', async () => {
  const { result, button } = await open()
  await wait(900)
  genuine(button, new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  genuine(button, new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }))
  expect(await result).toBe('signed')
})

test.for<[string, (opened: Opened) => Promise<void>]>([
  [
    'clicks that a script makes',
    async ({ button }) => {
      await wait(900)
      for (const type of ['pointermove', 'pointermove', 'pointermove', 'pointerdown', 'pointerup', 'click'])
        button.dispatchEvent(pointer(type))
      button.click()
    },
  ],
  [
    'keys that a script makes',
    async ({ button }) => {
      await wait(900)
      for (const type of ['keydown', 'keyup'])
        button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
    },
  ],
  // The browser tells a document that the mouse has left only if the mouse has moved there.
  [
    'a click on a button that the page has moved under a resting mouse twice',
    async ({ button }) => {
      await wait(900)
      genuine(button, pointer('pointerover'))
      click(button)
      await wait(1_000)
      moveOn(button)
      click(button)
    },
  ],
  [
    'a click beside the button, and one on it, while the page moved the frame away in between',
    async ({ button }) => {
      await wait(900)
      const card = button.closest('.approve') as HTMLElement
      for (const type of ['pointerover', 'pointerdown', 'pointerup']) genuine(card, pointer(type))
      await wait(1_000)
      moveOn(button, 50)
      for (const type of ['pointerdown', 'pointerup']) genuine(button, pointer(type, { clientX: 50, screenX: 50 }))
    },
  ],
  [
    'an early click',
    async ({ button }) => {
      moveAbout()
      await wait(500)
      click(button)
    },
  ],
  [
    'a double click that began before the card appeared',
    async ({ button }) => {
      moveAbout()
      click(button)
      await wait(150)
      click(button)
    },
  ],
  [
    'a click just after the document lost the focus',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      window.dispatchEvent(new Event('blur'))
      await wait(300)
      moveAbout()
      click(button)
    },
  ],
  [
    'a click just after the frame changed its size',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      window.dispatchEvent(new Event('resize'))
      click(button)
    },
  ],
  [
    'a click on a frame that was moved under the pointer',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      genuine(button, pointer('pointerdown', { clientX: 200, screenX: 4 }))
      genuine(button, pointer('pointerup', { clientX: 200, screenX: 4 }))
    },
  ],
  [
    'a click after the card moved under a mouse that had left it',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      genuine(document.body, pointer('pointerout'))
      await wait(2_000)
      genuine(button, pointer('pointerover'))
      await wait(600)
      click(button)
    },
  ],
  [
    'a press that is released elsewhere, followed by a release on the button',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      genuine(button, pointer('pointerdown'))
      genuine(document.body, pointer('pointerup'))
      genuine(button, pointer('pointerup'))
    },
  ],
  [
    'a key that was already held when the card appeared',
    async ({ button }) => {
      await wait(2_000)
      genuine(button, new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }))
      genuine(button, new MouseEvent('click', { detail: 0, bubbles: true }))
      genuine(button, new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }))
    },
  ],
  [
    'a click after the modal aborted the request',
    async ({ button, approvals }) => {
      await wait(2_000)
      moveAbout()
      approvals.abort()
      click(button)
    },
  ],
  [
    'a click after the timeout of five minutes',
    async ({ button }) => {
      await wait(300_001)
      moveAbout()
      click(button)
    },
  ],
  [
    'a click of the right mouse button',
    async ({ button }) => {
      await wait(2_000)
      moveAbout()
      genuine(button, pointer('pointerdown', { button: 2 }))
      genuine(button, pointer('pointerup', { button: 2 }))
    },
  ],
])('signs nothing for %s', async ([, attack], { task }) => {
  const opened = await open()
  await attack(opened)
  await wait(100)
  expect(opened.signed).toEqual([])
  reportAttack(task, 'G4', 1, 'ways to press a button that nobody means to press')
})

test('shows the frozen proposal with the host above its deed, and never turns text into markup', async () => {
  const { button, frozen } = await open()
  const [host, deed] = document.querySelectorAll('.asker .strong, h1')
  expect([host?.textContent, deed?.textContent]).toEqual(['shop.example', frozen.proposal.facts.title])
  expect(document.querySelector('.message')?.textContent).toBe('hello there')
  expect(button.textContent).toBe(frozen.proposal.choices[0]?.label)
  expect(document.activeElement).not.toBe(button)
  const hostile = structuredClone(frozen.proposal)
  hostile.facts.message = '<img src=x onerror=alert(1)>'
  expect(freezeProposal(hostile).digest).not.toBe(frozen.digest)
})
