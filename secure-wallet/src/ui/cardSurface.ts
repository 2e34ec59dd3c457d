import type { SecurePanel, SecureView } from 'loader/protocol/secureApi.ts'
import { element } from './element.ts'
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
}

/** The modal gives its card's body, this frame draws in it, under the seal that only this frame draws. */
export const createCardSurface = ({ place, name, panel }: Options): Surface => {
  let shown: { view: SecureView; height: number } | null = null

  const heightOf = (main: HTMLElement, view: SecureView): number =>
    Math.ceil(main.getBoundingClientRect().height + hiddenIn(main)) || firstHeights[view]
  const follow = new ResizeObserver(([entry]) => {
    const main = entry?.target
    if (!shown || !(main instanceof HTMLElement) || !main.isConnected) return
    const height = heightOf(main, shown.view)
    if (height === shown.height) return
    shown = { ...shown, height }
    panel(shown).catch(() => undefined)
  })

  return {
    show: async (view, root) => {
      follow.disconnect()
      const main = element('main', { class: 'panel' }, seal(name), root)
      place.replaceChildren(main)
      shown = { view, height: heightOf(main, view) }
      follow.observe(main)
      await panel(shown)
      // A control that asked for the focus keeps it; else the heading has it, so that the panel is read from its start.
      const first = main.querySelector<HTMLElement>('[autofocus]') ?? main.querySelector<HTMLElement>('h2')
      if (main.isConnected) first?.focus({ preventScroll: true })
    },
    hide: () => {
      follow.disconnect()
      place.replaceChildren()
      if (!shown) return
      shown = null
      panel(null).catch(() => undefined)
    },
  }
}

/** What scrolls in a part of a panel that had to shrink: in a higher card it would be seen. */
const hiddenIn = (main: HTMLElement): number => {
  const part = main.querySelector('.approve__scroll')
  if (!part) return 0
  const most = Number.parseFloat(getComputedStyle(part).maxBlockSize) || Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(part.scrollHeight, most) - part.clientHeight)
}

export const seal = (name: string): HTMLElement => element('p', { class: 'seal' }, icon('lock'), element('b', {}, name))
