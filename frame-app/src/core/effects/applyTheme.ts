import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { localeAtom, optionsAtom, themeAtom } from '../state/options.ts'
import type { EffectContext } from './context.ts'

/**
 * Writes theme, language, and the host's accent, font, radius and width to the root element. Style sheets read them
 * there.
 */
export const applyTheme = ({ store }: EffectContext): void => {
  const root = document.documentElement
  const apply = () => {
    const { accent, radius, font, width } = store.get(optionsAtom)
    const locale = store.get(localeAtom)
    root.dataset.theme = store.get(themeAtom)
    root.lang = locale
    root.dir = directionOf(locale)
    setProperty(root, '--host-accent', accent)
    setProperty(root, '--host-font', font)
    setProperty(root, '--host-radius', radius === undefined ? undefined : `${radius}px`)
    setProperty(root, '--host-width', width === undefined ? undefined : `${width}px`)
  }
  apply()
  for (const source of [optionsAtom, themeAtom, localeAtom]) store.sub(source, apply)
}

const setProperty = (root: HTMLElement, name: string, value: string | undefined): void => {
  if (value === undefined) root.style.removeProperty(name)
  else root.style.setProperty(name, value)
}
