import { sealRow } from '../ui/cardSurface.ts'
import { element } from '../ui/element.ts'
import type { PanelSurface } from '../ui/surface.ts'

/** Shows panels in a wallet window, whose address bar names this origin. */
export const createWindowSurface = (container: HTMLElement, name: string, idle: () => HTMLElement): PanelSurface => {
  const mount = (root: HTMLElement): void => {
    const main = element('main', { class: 'panel' }, sealRow(name), root)
    container.replaceChildren(main)
    const first = main.querySelector<HTMLElement>('[data-focus]') ?? main.querySelector<HTMLElement>('h1')
    first?.focus({ preventScroll: true })
  }
  return { show: async (_, root) => mount(root), hide: () => mount(idle()) }
}
