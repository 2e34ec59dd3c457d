import {
  type ApprovalEvent,
  type ApprovalSurface,
  applyEvent,
  armedAt,
  delayOf,
  type IgnoredReason,
  initialGateState,
  type PointerKind,
  type Sight,
} from './gates.ts'
import { createFrameMoveCounter } from './moveCounter.ts'

export const canDetectCover = (): boolean =>
  'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype

type Options = {
  card: Element
  button: HTMLElement
  surface: ApprovalSurface
  /** Called when a press on the approve button has passed every gate. */
  approved(): void
  /**
   * Called whenever the approve button becomes ready for a press (`isArmed`) or stops being ready, so that its style
   * can follow.
   */
  armed(isArmed: boolean): void
  /** Called when a press of the visitor did not count. The button has moved visibly already. */
  nudged?(reason: IgnoredReason): void
  signal: AbortSignal
  /** `devicePixelRatio` at the start of the document. */
  scale: number
}
type Watch = Pick<Options, 'card' | 'button' | 'surface' | 'signal' | 'scale'> & {
  report(event: ApprovalEvent): void
  offsetOf(event: PointerEvent): { offsetX: number; offsetY: number }
}

/**
 * Feeds the gates with browser events until `signal` aborts. Call `painted` whenever the card is on screen or shows
 * other facts: the delay starts then.
 */
export const watchApproval = ({ approved, armed, nudged, ...options }: Options) => {
  const { button, surface, signal } = options
  let state = initialGateState(surface)
  let timer: ReturnType<typeof setTimeout> | undefined
  const countMoves = createFrameMoveCounter()
  const showFill = createFill(button, delayOf(surface))

  const showArmed = (): void => {
    clearTimeout(timer)
    const [from, at] = [armedAt(state), performance.now()]
    const isArmed = from !== null && at >= from
    armed(isArmed)
    showFill(isArmed ? null : from)
    // A timer may fire slightly before the delay has passed. If it does, set another.
    if (from !== null && from > at) timer = setTimeout(showArmed, from - at + 1)
  }
  const report = (event: ApprovalEvent): void => {
    if (signal.aborted) return
    const result = applyEvent(state, event)
    state = result.state
    if (result.isApproved) approved()
    else showArmed()
    if (result.ignored === null) return
    restartAnimation(button, 'nudge')
    nudged?.(result.ignored)
  }
  const offsetOf = (event: PointerEvent) => {
    // A window knows its position on the screen. The secure frame knows only whether it has moved.
    if (surface.presentation === 'window') return { offsetX: window.screenX, offsetY: window.screenY }
    return { offsetX: countMoves(event) * 1_000, offsetY: 0 }
  }
  const watch: Watch = { ...options, report, offsetOf }
  watchWindow(watch)
  watchPointer(watch)
  watchKeys(watch)
  if (surface.presentation === 'inline' && surface.detectsCover) watchVisibility(watch)
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return { painted: () => report({ kind: 'painted', at: performance.now() }) }
}

const watchWindow = ({ surface, scale, signal, report }: Watch): void => {
  const now = (): number => performance.now()
  const disturbed = (): void => report({ kind: 'disturbed', at: now() })
  const checkScale = (): void => {
    // Only the visitor can zoom a window, but the host page can zoom the secure frame.
    if (window.devicePixelRatio !== scale)
      report({ kind: surface.presentation === 'window' ? 'disturbed' : 'scaled', at: now() })
  }
  window.addEventListener('blur', disturbed, { signal })
  window.addEventListener('resize', disturbed, { signal })
  window.addEventListener('focus', () => report({ kind: 'focused', at: now() }), { signal })
  document.addEventListener('visibilitychange', disturbed, { signal })
  window.addEventListener('resize', checkScale, { signal })
  window.matchMedia(`(resolution: ${scale}dppx)`).addEventListener('change', checkScale, { signal })
}

const watchPointer = ({ button, surface, signal, report, offsetOf }: Watch): void => {
  const now = (): number => performance.now()
  /** The browser tells this document that the mouse has left only if the mouse has moved here. */
  let hearsLeave = surface.presentation === 'window'
  const pointed = (kind: 'moved' | 'found') => (event: PointerEvent) => {
    if (!event.isTrusted) return
    hearsLeave ||= kind === 'moved' && event.pointerType !== 'touch'
    const isOnButton = button.contains(event.target as Node | null)
    report({ kind, at: now(), input: inputOf(event), isOnButton, ...offsetOf(event) })
  }
  // Ignore a finger, which leaves after each touch. The next touch must find the card at the position of this one.
  const pointerLeft = ({ isTrusted, relatedTarget, pointerType }: PointerEvent): void => {
    if (!isTrusted || relatedTarget !== null || pointerType === 'touch') return
    hearsLeave = surface.presentation === 'window'
    report({ kind: 'left', at: now() })
  }
  // A page may move this frame under a resting mouse, so that a press is the first event here, and move it away again.
  // Such a press says nothing about where the mouse is at later events.
  const forgetUnmoved = ({ isTrusted, pointerType }: PointerEvent): void => {
    if (isTrusted && pointerType !== 'touch' && !hearsLeave) report({ kind: 'left', at: now() })
  }
  const press = (kind: 'pressed' | 'released') => (event: PointerEvent) => {
    const { isTrusted, button: which } = event
    if (which !== 0) return
    report({ kind, at: event.timeStamp, input: inputOf(event), isTrusted, isRepeat: false, ...offsetOf(event) })
  }
  // A release outside the button ends the press. So report an untrusted press, which replaces the real one in the
  // gates.
  const released = (event: PointerEvent): void => {
    if (event.type === 'pointercancel' || !button.contains(event.target as Node))
      report({ kind: 'pressed', at: now(), input: 'mouse', isTrusted: false, isRepeat: false, offsetX: 0, offsetY: 0 })
  }
  document.addEventListener('pointermove', pointed('moved'), { signal })
  document.addEventListener('pointerover', pointed('found'), { signal })
  document.addEventListener('pointerout', pointerLeft, { signal })
  button.addEventListener('pointerdown', press('pressed'), { signal })
  button.addEventListener('pointerup', press('released'), { signal })
  document.addEventListener('pointerdown', forgetUnmoved, { signal })
  document.addEventListener('pointerup', released, { signal })
  document.addEventListener('pointercancel', released, { signal })
}

const inputOf = ({ pointerType }: PointerEvent): PointerKind =>
  pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'

const watchKeys = ({ button, signal, report }: Watch): void => {
  let isKeyDown = false
  const press = (kind: 'pressed' | 'released', { isTrusted, repeat, timeStamp }: Event & { repeat?: boolean }): void =>
    report({ kind, at: timeStamp, input: 'key', isTrusted, isRepeat: repeat ?? false, offsetX: 0, offsetY: 0 })
  const pressByKey = (kind: 'pressed' | 'released') => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press(kind, event)
  }
  const setKeyDown = (isDown: boolean) => (): void => {
    isKeyDown = isDown
  }
  document.addEventListener('keydown', setKeyDown(true), { signal, capture: true })
  document.addEventListener('keyup', setKeyDown(false), { signal, capture: true })
  button.addEventListener('keydown', pressByKey('pressed'), { signal })
  button.addEventListener('keyup', pressByKey('released'), { signal })
  // A screen reader presses a button by a click event without pointer or key events.
  button.addEventListener(
    'click',
    (event) => {
      if (event.detail !== 0 || isKeyDown) return
      press('pressed', event)
      press('released', event)
    },
    { signal },
  )
}

const outOfSight: Sight = { ratio: 0, isVisible: false }

const watchVisibility = ({ card, button, signal, report }: Watch): void => {
  const sights = new Map<Element, Sight>()
  const sightOf = (target: Element): Sight => sights.get(target) ?? outOfSight
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio: ratio, isVisible } of entries as (IntersectionObserverEntry & Sight)[])
        sights.set(target, { ratio, isVisible })
      report({ kind: 'seen', at: performance.now(), card: sightOf(card), button: sightOf(button) })
    },
    // 100 ms is the least delay that browsers accept with `trackVisibility`.
    { threshold: [0, 0.5, 0.9, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )
  observer.observe(card)
  observer.observe(button)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
}

/** Returns a function that fills the button until the given time, or empties it. A new time starts a new fill. */
const createFill = (button: HTMLElement, delayMs: number): ((until: number | null) => void) => {
  let shown: number | null = null
  button.style.setProperty('--arm', `${delayMs}ms`)
  button.classList.remove('button--arming')
  return (until) => {
    if (until === shown) return
    shown = until
    if (until === null) button.classList.remove('button--arming')
    else restartAnimation(button, 'button--arming')
  }
}

/** Reads the layout between both changes, because the browser otherwise keeps the running animation. */
const restartAnimation = (target: HTMLElement, name: string): void => {
  target.classList.remove(name)
  void target.offsetWidth
  target.classList.add(name)
}
