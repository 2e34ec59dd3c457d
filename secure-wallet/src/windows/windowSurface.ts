import { seal } from '../ui/cardSurface.ts'
import { element } from '../ui/element.ts'
import type { Surface } from '../ui/surface.ts'

/** Shows panels in a window of this origin, where the address bar names it. */
export const createWindowSurface = (container: HTMLElement, name: string, idle: () => HTMLElement): Surface => {
  const put = (root: HTMLElement): void => {
    const main = element('main', { class: 'panel' }, seal(name), root)
    container.replaceChildren(main)
    const first = main.querySelector<HTMLElement>('[data-focus]') ?? main.querySelector<HTMLElement>('h2')
    first?.focus({ preventScroll: true })
  }
  return { show: async (_, root) => put(root), hide: () => put(idle()) }
}
