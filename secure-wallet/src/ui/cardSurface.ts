import type { SecurePanel, SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { element, on } from './element.ts'
import { icon } from './icon.ts'
import type { PanelSurface } from './surface.ts'

/**
 * The assumed height of each view's panel before the first layout. An element has no size until this frame is on
 * screen; then the real height replaces this one.
 */
const firstHeights: { [View in SecureView]: number } = {
  verifyCode: 360,
  passkey: 300,
  newWallet: 440,
  recover: 440,
  approve: 520,
  return: 176,
  settings: 520,
}

type Options = {
  container: HTMLElement
  /** Host name of the wallet's origin, which the seal shows. */
  name: string
  panel(panel: SecurePanel | null): Promise<unknown>
  /** Called on Escape in a panel. The approval card handles Escape itself. */
  leave?(): void
}

export type CardSurface = PanelSurface & { redraw(): void; shown(): SecureView | null }

/** Draws panels into the body of the modal's card. Above each panel a seal shows a lock and this origin's host name. */
export const createCardSurface = ({ container, name, panel, leave }: Options): CardSurface => {
  let shown: { view: SecureView; height: number } | null = null
  let drawAgain: (() => HTMLElement) | undefined

  const heightOf = (main: HTMLElement, view: SecureView): number =>
    Math.ceil(main.getBoundingClientRect().height + hiddenIn(main)) || firstHeights[view]
  const reportHeight = (): void => {
    const main = container.firstElementChild
    if (!shown || !(main instanceof HTMLElement)) return
    const height = heightOf(main, shown.view)
    if (height === shown.height) return
    shown = { ...shown, height }
    panel(shown).catch(() => undefined)
  }
  // This frame keeps the height that it last reported. If the content grows, the frame scrolls until the modal applies
  // the new height.
  const observers = [new ResizeObserver(reportHeight), new MutationObserver(reportHeight)] as const
  const observe = (main: HTMLElement): void => {
    observers[0].observe(main)
    observers[1].observe(main, { subtree: true, childList: true, characterData: true, attributes: true })
  }
  const stopObserving = (): void => {
    for (const observer of observers) observer.disconnect()
  }

  on(container, {
    keydown: (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !shown) return
      if (shown.view !== 'approve') return leave?.()
      // The approval card does not get the key event if the focus is elsewhere, so pass Escape on.
      const card = container.querySelector('.approve, .refused, .sent')
      if (event.target instanceof Node && !card?.contains(event.target))
        card?.dispatchEvent(new KeyboardEvent(event.type, event))
    },
  })

  // An element takes the focus only once the frame is on screen, so set the focus when the frame gets it.
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) focusFirst(container)
  })

  const mount = (root: HTMLElement): HTMLElement => {
    stopObserving()
    const main = element(
      'main',
      { class: 'panel', 'aria-label': name, ...languageOf(document.documentElement) },
      sealRow(name),
      root,
    )
    container.replaceChildren(main)
    return main
  }

  return {
    show: async (view, root, again) => {
      const main = mount(root)
      drawAgain = again
      // A waiting panel keeps the previous height, so that the modal's card moves only once.
      if (shown && root.classList.contains('wait')) main.style.minBlockSize = `min(${shown.height}px, 100dvh)`
      shown = { view, height: heightOf(main, view) }
      observe(main)
      await panel(shown)
      focusFirst(main)
    },
    /** Redraws the panel in the current language and restores focus and scroll position. */
    redraw: () => {
      if (!drawAgain) return
      const focus = controls(container).findIndex((each) => each.matches(':focus'))
      const top = container.querySelector('.body')?.scrollTop ?? 0
      const main = mount(drawAgain())
      observe(main)
      main.querySelector('.body')?.scrollTo({ top })
      controls(main)[focus]?.focus({ preventScroll: true })
      reportHeight()
    },
    shown: () => shown?.view ?? null,
    hide: () => {
      stopObserving()
      drawAgain = undefined
      container.replaceChildren()
      if (!shown) return
      shown = null
      panel(null).catch(() => undefined)
    },
  }
}

/** Returns by how many pixels the panel's scrolling part can still grow: up to its content or its `max-block-size`. */
const hiddenIn = (main: HTMLElement): number => {
  const part = main.querySelector('.approve__scroll, .body')
  if (!part) return 0
  const most = Number.parseFloat(getComputedStyle(part).maxBlockSize) || Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(part.scrollHeight, most) - part.clientHeight)
}

export const sealRow = (name: string): HTMLElement =>
  element('p', { class: 'seal' }, icon('lock'), element('b', { dir: 'ltr' }, name))

/** A panel keeps its language and direction until it is redrawn, even if those of the document change. */
const languageOf = ({ lang, dir }: HTMLElement) => ({ lang, dir })

const controls = (container: HTMLElement): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>('h1, button, select, a'),
]

/** Focuses the element with `data-focus`, else the heading, so that a screen reader starts there. */
const focusFirst = (container: HTMLElement): void => {
  const first = container.querySelector<HTMLElement>('[data-focus]') ?? container.querySelector<HTMLElement>('h1')
  first?.focus({ preventScroll: true })
}
