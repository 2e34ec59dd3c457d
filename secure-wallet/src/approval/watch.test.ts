// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalSurface } from './gates.ts'
import { canDetectCover, watchApproval } from './watch.ts'

type Entry = { target: Element; intersectionRatio: number; isVisible: boolean }
/** The browser's observer of covers. The test decides what it reports. */
const observer = {
  tell: (_entries: Entry[]): void => undefined,
  observed: [] as Element[],
  options: {},
  disconnect: vi.fn(),
}
const media = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  observer.observed = []
  vi.stubGlobal('IntersectionObserver', function (this: object, tell: typeof observer.tell, options: object) {
    Object.assign(observer, { tell, options })
    return { observe: (target: Element) => observer.observed.push(target), disconnect: observer.disconnect }
  })
  Object.defineProperty(window, 'matchMedia', { value: vi.fn(() => media), configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  Object.assign(window, { screenX: 0, screenY: 0 })
})

const unseen: ApprovalSurface = { presentation: 'inline', detectsCover: false }
const seen: ApprovalSurface = { presentation: 'inline', detectsCover: true }
const inWindow: ApprovalSurface = { presentation: 'window', detectsCover: true }
const open = (surface = unseen) => {
  const card = document.createElement('div')
  const button = document.createElement('button')
  const label = document.createElement('span')
  button.append(label)
  card.append(button)
  document.body.replaceChildren(card)
  const [approved, armed, nudged, ended] = [vi.fn(), vi.fn(), vi.fn(), new AbortController()]
  const { signal } = ended
  const watched = watchApproval({ card, button, surface, approved, armed, nudged, signal, scale: devicePixelRatio })
  watched.painted()
  return { card, button, label, approved, nudged, ended, isArmed: () => armed.mock.lastCall?.[0] as boolean }
}

/** An event of the visitor. Browsers let no script set `isTrusted`; happy-dom does. */
const genuine = (target: EventTarget, event: Event) => {
  Object.defineProperty(event, 'isTrusted', { value: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  target.dispatchEvent(event)
  return event
}
const pointer = (target: EventTarget, type: string, more: object = {}) => {
  const place = { clientX: 5, clientY: 5, screenX: 5, screenY: 5 }
  return genuine(target, new PointerEvent(type, { bubbles: true, pointerType: 'mouse', button: 0, ...place, ...more }))
}
const move = (pointerType = 'mouse') => {
  for (const x of [1, 2, 3, 4]) pointer(document, 'pointermove', { pointerType, clientX: x, screenX: x })
}
const key = (target: EventTarget, type: string, name: string) =>
  genuine(target, new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true }))
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('refuses a press whose release comes from another pointer', async () => {
  const { button, approved, nudged } = open()
  await wait(900)
  move()
  move('pen')
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup', { pointerType: 'pen' })
  expect(approved).not.toHaveBeenCalled()
  expect(nudged).toHaveBeenCalled()
})

test.each(['mouse', 'pen', 'touch'])('a press by %s counts', async (pointerType) => {
  const { button, approved } = open()
  await wait(900)
  if (pointerType !== 'touch') move(pointerType)
  pointer(button, 'pointerdown', { pointerType })
  pointer(button, 'pointerup', { pointerType })
  expect(approved).toHaveBeenCalledOnce()
})

test.each(['Enter', ' '])(
  'the key %j presses the button once, without the click that browsers make of it',
  async (name) => {
    const { button, approved } = open()
    await wait(900)
    const down = key(button, 'keydown', name)
    genuine(button, new MouseEvent('click', { detail: 0, bubbles: true }))
    expect(approved).not.toHaveBeenCalled()
    key(button, 'keyup', name)
    expect([approved.mock.calls.length, down.defaultPrevented]).toEqual([1, true])
  },
)

test('another key presses nothing and keeps its meaning', async () => {
  const { button, approved, nudged } = open()
  await wait(900)
  const down = key(button, 'keydown', 'Tab')
  key(button, 'keyup', 'Tab')
  expect([approved.mock.calls.length, nudged.mock.calls.length, down.defaultPrevented]).toEqual([0, 0, false])
})

test('a click without a pointer, as a screen reader makes it, presses the button; one with a pointer is not counted twice', async () => {
  const { button, approved } = open()
  await wait(900)
  genuine(button, new MouseEvent('click', { detail: 1, bubbles: true }))
  expect(approved).not.toHaveBeenCalled()
  genuine(button, new MouseEvent('click', { detail: 0, bubbles: true }))
  expect(approved).toHaveBeenCalledOnce()
})

test('a click after a key was released elsewhere counts again', async () => {
  const { button, approved } = open()
  await wait(900)
  key(document.body, 'keydown', 'a')
  genuine(button, new MouseEvent('click', { detail: 0, bubbles: true }))
  expect(approved).not.toHaveBeenCalled()
  key(document.body, 'keyup', 'a')
  genuine(button, new MouseEvent('click', { detail: 0, bubbles: true }))
  expect(approved).toHaveBeenCalledOnce()
})

test('a press that the browser cancels ends, so that a later release approves nothing', async () => {
  const { button, label, approved } = open()
  await wait(900)
  move()
  pointer(button, 'pointerdown')
  pointer(button, 'pointercancel')
  pointer(button, 'pointerup')
  expect(approved).not.toHaveBeenCalled()
  pointer(label, 'pointerdown')
  pointer(label, 'pointerup')
  expect(approved).toHaveBeenCalledOnce()
})

test('a mouse that leaves the document is forgotten, but neither a finger nor a move between elements', async () => {
  const arrive = async (type: string, more: object) => {
    const { button, approved } = open()
    await wait(900)
    move()
    pointer(document.body, type, more)
    pointer(button, 'pointerdown')
    pointer(button, 'pointerup')
    return approved.mock.calls.length
  }
  expect(await arrive('pointerout', { relatedTarget: document.body })).toBe(1)
  expect(await arrive('pointerout', { pointerType: 'touch' })).toBe(1)
  const { button, approved } = open()
  await wait(900)
  move()
  pointer(document.body, 'pointerout')
  pointer(button, 'pointerover')
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).not.toHaveBeenCalled()
})

test('a script that says that the mouse left says nothing', async () => {
  const { button, approved } = open()
  await wait(900)
  move()
  document.dispatchEvent(new PointerEvent('pointerout', { pointerType: 'mouse' }))
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).toHaveBeenCalledOnce()
})

test('moves that a script makes are no moves of the visitor', async () => {
  const { button, approved, nudged } = open()
  await wait(900)
  for (const x of [1, 2, 3]) document.dispatchEvent(new PointerEvent('pointermove', { clientX: x, screenX: x }))
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).not.toHaveBeenCalled()
  expect(nudged).toHaveBeenCalledOnce()
})

test.each<[string, ApprovalSurface, () => void]>([
  ['the document loses the focus', unseen, () => window.dispatchEvent(new Event('blur'))],
  ['the document gets the focus', unseen, () => window.dispatchEvent(new Event('focus'))],
  ['the document changes its size', unseen, () => window.dispatchEvent(new Event('resize'))],
  ['the document is hidden or shown', unseen, () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the window gets the focus', inWindow, () => window.dispatchEvent(new Event('focus'))],
])('the delay starts again if %s', async (_name, surface, disturb) => {
  const { isArmed } = open(surface)
  expect(isArmed()).toBe(false)
  await wait(1_100)
  expect(isArmed()).toBe(true)
  disturb()
  expect(isArmed()).toBe(false)
  await wait(1_100)
  expect(isArmed()).toBe(true)
})

test('a frame that the page zooms stays closed, and a window that the visitor zooms opens after the delay', async () => {
  const scale = devicePixelRatio
  const zoom = async (surface: ApprovalSurface) => {
    const { isArmed } = open(surface)
    await wait(1_100)
    media.dispatchEvent(new Event('change'))
    const before = isArmed()
    Object.defineProperty(window, 'devicePixelRatio', { value: scale * 2, configurable: true })
    media.dispatchEvent(new Event('change'))
    const zoomed = isArmed()
    await wait(1_100)
    Object.defineProperty(window, 'devicePixelRatio', { value: scale, configurable: true })
    return [before, zoomed, isArmed()]
  }
  expect(await zoom(unseen)).toEqual([true, false, false])
  expect(await zoom(inWindow)).toEqual([true, false, true])
  expect(window.matchMedia).toHaveBeenCalledWith(`(resolution: ${scale}dppx)`)
})

test('a window that moves under the pointer takes no press', async () => {
  const { button, approved } = open(inWindow)
  await wait(1_100)
  move()
  Object.assign(window, { screenX: 40 })
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).not.toHaveBeenCalled()
  await wait(1_100)
  Object.assign(window, { screenY: 40 })
  move()
  await wait(1_100)
  move()
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).toHaveBeenCalledOnce()
})

test('a card that a browser can see opens only while card and button are in view and uncovered', async () => {
  const { card, button, isArmed } = open(seen)
  const tell = async (ratio: number, isVisible = true, targets: Element[] = [card, button]) => {
    observer.tell(targets.map((target) => ({ target, intersectionRatio: ratio, isVisible })))
    await wait(1_000)
    return isArmed()
  }
  expect(observer.observed).toEqual([card, button])
  expect(observer.options).toEqual({ threshold: [0, 0.5, 0.9, 0.99, 1], trackVisibility: true, delay: 100 })
  await wait(1_000)
  expect(isArmed()).toBe(false)
  expect(await tell(1, true, [card])).toBe(false)
  expect(await tell(1, true, [button])).toBe(true)
  expect(await tell(0.98)).toBe(false)
  expect(await tell(0.99)).toBe(true)
  expect(await tell(1, false, [button])).toBe(false)
})

test('only a card in a frame whose browser reports covers is observed', () => {
  open(unseen)
  open(inWindow)
  expect(observer.observed).toEqual([])
})

test('the end of a request ends all watching', async () => {
  const { button, approved, ended, isArmed } = open(seen)
  observer.disconnect.mockClear()
  ended.abort()
  expect(observer.disconnect).toHaveBeenCalledOnce()
  await wait(2_000)
  expect(isArmed()).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
  pointer(button, 'pointerdown')
  pointer(button, 'pointerup')
  expect(approved).not.toHaveBeenCalled()
})

test('keys keep their meaning once a request has ended', async () => {
  const { button, ended } = open()
  await wait(900)
  ended.abort()
  expect([key(button, 'keydown', 'Enter'), key(button, 'keyup', ' ')].map((event) => event.defaultPrevented)).toEqual([
    false,
    false,
  ])
})

test('no listener outlives its request', () => {
  const added: [unknown, unknown][] = []
  for (const target of [window, document, media, HTMLElement.prototype] as EventTarget[])
    vi.spyOn(target, 'addEventListener').mockImplementation((type, _listener, options) => {
      added.push([type, (options as AddEventListenerOptions | undefined)?.signal])
    })
  try {
    for (const surface of [unseen, seen, inWindow]) {
      added.length = 0
      const { ended } = open(surface)
      expect(added.length).toBeGreaterThan(15)
      expect(added.filter(([, signal]) => signal !== ended.signal)).toEqual([])
    }
  } finally {
    vi.restoreAllMocks()
  }
})

test('only a browser whose observer has isVisible can detect covers', () => {
  vi.stubGlobal('IntersectionObserverEntry', { prototype: {} })
  expect(canDetectCover()).toBe(false)
  vi.stubGlobal('IntersectionObserverEntry', { prototype: { isVisible: true } })
  expect(canDetectCover()).toBe(true)
})
