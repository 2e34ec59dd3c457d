import { createFramePlace } from './framePlace.ts'
import { armedAt, closedGate, type Input, type Observed, observe, type Surface } from './gates.ts'
import { showTouchHint } from './touchHint.ts'

export const canSeeCover = (): boolean =>
  'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype

type Options = {
  card: Element
  button: HTMLElement
  surface: Surface
  /** Every gate was passed. */
  approved(): void
  /** How it stands, for the button's look. */
  armed(isArmed: boolean): void
  signal: AbortSignal
  /** Of the document, at its start. */
  scale: number
}

/** Feeds the gates with what the browser tells, until `signal` ends it. The returned function says that the card is painted, or shows other facts. */
export const watchApproval = ({ card, button, surface, approved, armed, signal, scale }: Options) => {
  let state = closedGate(surface)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isKeyDown = false
  const placeOf = createFramePlace()
  const seen = new Map<Element, boolean>()
  const showPlaceKnown = showTouchHint(button, surface)

  const tell = (event: Observed): void => {
    if (signal.aborted) return
    const result = observe(state, event)
    state = result.state
    showPlaceKnown(state.pointer !== null)
    if (result.isApproved) {
      approved()
      return
    }
    look()
  }
  const look = (): void => {
    clearTimeout(timer)
    const [from, at] = [armedAt(state), performance.now()]
    armed(from !== null && at >= from)
    // A timer may come a moment early, and then has to come again.
    if (from !== null && from > at) timer = setTimeout(look, from - at + 1)
  }
  const now = (): number => performance.now()
  const offsetOf = (event: PointerEvent) => {
    // A window knows where it is; a frame only whether it still is where it was.
    if (surface.place === 'window') return { offsetX: window.screenX, offsetY: window.screenY }
    return { offsetX: placeOf(event) * 1_000, offsetY: 0 }
  }
  const inputOf = ({ pointerType }: PointerEvent): Input =>
    pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
  const disturbed = (): void => tell({ kind: 'disturbed', at: now() })

  window.addEventListener('blur', disturbed, { signal })
  window.addEventListener('resize', disturbed, { signal })
  window.addEventListener('focus', () => tell({ kind: 'focused', at: now() }), { signal })
  document.addEventListener('visibilitychange', disturbed, { signal })
  const steadyScale = (): void => {
    // A window of its own is zoomed by nobody but the visitor.
    if (window.devicePixelRatio !== scale)
      tell({ kind: surface.place === 'window' ? 'disturbed' : 'scaled', at: now() })
  }
  window.addEventListener('resize', steadyScale, { signal })
  window.matchMedia(`(resolution: ${scale}dppx)`).addEventListener('change', steadyScale, { signal })
  const pointed = (kind: 'moved' | 'found') => (event: PointerEvent) => {
    if (!event.isTrusted) return
    const isOnButton = button.contains(event.target as Node | null)
    tell({ kind, at: now(), input: inputOf(event), isOnButton, ...offsetOf(event) })
  }
  document.addEventListener('pointermove', pointed('moved'), { signal })
  document.addEventListener('pointerover', pointed('found'), { signal })
  // A finger leaves with each touch; the next one has to find the card where that one was.
  const left = ({ isTrusted, relatedTarget, pointerType }: PointerEvent): void => {
    if (isTrusted && relatedTarget === null && pointerType !== 'touch') tell({ kind: 'left', at: now() })
  }
  document.addEventListener('pointerout', left, { signal })
  const press = (kind: 'pressed' | 'released', event: PointerEvent): void => {
    const { isTrusted, button: which } = event
    if (which !== 0) return
    tell({ kind, at: event.timeStamp, input: inputOf(event), isTrusted, isRepeat: false, ...offsetOf(event) })
  }
  button.addEventListener('pointerdown', (event) => press('pressed', event), { signal })
  button.addEventListener('pointerup', (event) => press('released', event), { signal })

  // Let go elsewhere: what was pressed is not held any more. A press that is not genuine takes it back.
  const letGo = (event: PointerEvent): void => {
    if (event.type === 'pointercancel' || !button.contains(event.target as Node))
      tell({ kind: 'pressed', at: now(), input: 'mouse', isTrusted: false, isRepeat: false, offsetX: 0, offsetY: 0 })
  }
  document.addEventListener('pointerup', letGo, { signal })
  document.addEventListener('pointercancel', letGo, { signal })

  const key = (kind: 'pressed' | 'released', { isTrusted, repeat, timeStamp }: Event & { repeat?: boolean }): void =>
    tell({ kind, at: timeStamp, input: 'key', isTrusted, isRepeat: repeat ?? false, offsetX: 0, offsetY: 0 })
  const holdsKey = (holds: boolean) => (): void => {
    isKeyDown = holds
  }
  document.addEventListener('keydown', holdsKey(true), { signal, capture: true })
  document.addEventListener('keyup', holdsKey(false), { signal, capture: true })
  button.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      key('pressed', event)
    },
    { signal },
  )
  button.addEventListener(
    'keyup',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      key('released', event)
    },
    { signal },
  )
  // A screen reader's own way to press has neither a pointer nor a key.
  button.addEventListener(
    'click',
    (event) => {
      if (event.detail !== 0 || isKeyDown) return
      key('pressed', event)
      key('released', event)
    },
    { signal },
  )

  if (surface.place === 'inline' && surface.seesCover) {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries as (IntersectionObserverEntry & { isVisible: boolean })[])
          seen.set(entry.target, entry.intersectionRatio >= 0.99 && entry.isVisible)
        tell({ kind: 'seen', at: now(), isVisible: seen.size === 2 && [...seen.values()].every(Boolean) })
      },
      // The browser wants at least 100 ms between its looks.
      { threshold: [0, 0.5, 0.9, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    )
    observer.observe(card)
    observer.observe(button)
    signal.addEventListener('abort', () => observer.disconnect(), { once: true })
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return { painted: () => tell({ kind: 'painted', at: now() }) }
}
