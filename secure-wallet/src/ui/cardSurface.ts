import type { SecurePanel, SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { element, on } from './element.ts'
import { icon } from './icon.ts'
import type { Surface } from './surface.ts'

/** Until this frame is on screen nothing in it has a size. Corrected as soon as it has one. */
const firstHeights: { [View in SecureView]: number } = {
  verifyDevice: 420,
  verifyCode: 360,
  newWallet: 440,
  recover: 440,
  approve: 520,
  settings: 520,
}

type Options = {
  place: HTMLElement
  /** Who draws here: the name that stands in the address bar of this origin's own windows. */
  name: string
  panel(panel: SecurePanel | null): Promise<unknown>
  /** The visitor pressed Escape on a panel. A request has an answer to it of its own. */
  leave?(): void
}

export type CardSurface = Surface & { redraw(): void; shown(): SecureView | null }

/** The modal gives its card's body, this frame draws in it, under the seal that only this frame draws. */
export const createCardSurface = ({ place, name, panel, leave }: Options): CardSurface => {
  let shown: { view: SecureView; height: number } | null = null
  let drawAgain: (() => HTMLElement) | undefined

  const heightOf = (main: HTMLElement, view: SecureView): number =>
    Math.ceil(main.getBoundingClientRect().height + hiddenIn(main)) || firstHeights[view]
  const follow = (): void => {
    const main = place.firstElementChild
    if (!shown || !(main instanceof HTMLElement)) return
    const height = heightOf(main, shown.view)
    if (height === shown.height) return
    shown = { ...shown, height }
    panel(shown).catch(() => undefined)
  }
  // The frame is as high as the panel was: what comes into it makes it scroll before it makes it grow.
  const observers = [new ResizeObserver(follow), new MutationObserver(follow)] as const
  const observe = (main: HTMLElement): void => {
    observers[0].observe(main)
    observers[1].observe(main, { subtree: true, childList: true, characterData: true, attributes: true })
  }
  const rest = (): void => {
    for (const observer of observers) observer.disconnect()
  }

  on(place, {
    keydown: (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !shown) return
      if (shown.view !== 'approve') return leave?.()
      // The focus may be on nothing; the card that is shown hears it all the same.
      const card = place.querySelector('.approve, .refused')
      if (event.target instanceof Node && !card?.contains(event.target))
        card?.dispatchEvent(new KeyboardEvent(event.type, event))
    },
  })

  // Until this frame had its place nothing in it could take the focus.
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) enter(place)
  })

  const put = (root: HTMLElement): HTMLElement => {
    rest()
    const main = element(
      'main',
      { class: 'panel', 'aria-label': name, ...writtenIn(document.documentElement) },
      seal(name),
      root,
    )
    place.replaceChildren(main)
    return main
  }

  return {
    show: async (view, root, again) => {
      const main = put(root)
      drawAgain = again
      // A wait is as high as what it follows, so that the card moves once, to what comes.
      if (shown && root.classList.contains('wait')) main.style.minBlockSize = `min(${shown.height}px, 100dvh)`
      shown = { view, height: heightOf(main, view) }
      observe(main)
      await panel(shown)
      enter(main)
    },
    /** In the language that is spoken by now; the focus and what is in sight stay where they are. */
    redraw: () => {
      if (!drawAgain) return
      const focus = controls(place).findIndex((each) => each.matches(':focus'))
      const top = place.querySelector('.body')?.scrollTop ?? 0
      const main = put(drawAgain())
      observe(main)
      main.querySelector('.body')?.scrollTo({ top })
      controls(main)[focus]?.focus({ preventScroll: true })
      follow()
    },
    shown: () => shown?.view ?? null,
    hide: () => {
      rest()
      drawAgain = undefined
      place.replaceChildren()
      if (!shown) return
      shown = null
      panel(null).catch(() => undefined)
    },
  }
}

/** What scrolls in a part of a panel that had to shrink: in a higher card it would be seen. */
const hiddenIn = (main: HTMLElement): number => {
  const part = main.querySelector('.approve__scroll, .body')
  if (!part) return 0
  const most = Number.parseFloat(getComputedStyle(part).maxBlockSize) || Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(part.scrollHeight, most) - part.clientHeight)
}

export const seal = (name: string): HTMLElement =>
  element('p', { class: 'seal' }, icon('lock'), element('b', { dir: 'ltr' }, name))

/** A panel keeps its language and its direction until it is drawn again. */
const writtenIn = ({ lang, dir }: HTMLElement) => ({ lang, dir })

const controls = (place: HTMLElement): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>('h2, button, select, a'),
]

/** A control that asked for the focus gets it; else the heading has it, so that the panel is read from its start. */
const enter = (place: HTMLElement): void => {
  const first = place.querySelector<HTMLElement>('[data-focus]') ?? place.querySelector<HTMLElement>('h2')
  first?.focus({ preventScroll: true })
}
