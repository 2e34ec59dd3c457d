import type { SecureLook } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'

/** Checked by the schema of the line; goes in by properties, never as CSS text. */
export const applyLook = (root: HTMLElement, { theme, locale, accent, radius, width }: SecureLook): void => {
  root.dataset.theme = theme
  root.lang = locale
  root.dir = directionOf(locale)
  setProperty(root, '--host-accent', accent && opaque(accent))
  setProperty(root, '--host-radius', radius === undefined ? undefined : `${radius}px`)
  setProperty(root, '--host-width', `${width}px`)
}

/** `#rgba` and `#rrggbbaa` without their last part: what nobody can see through can't make a button's words invisible. */
const opaque = (colour: string): string => colour.slice(0, colour.length < 6 ? 4 : 7)

const setProperty = ({ style }: HTMLElement, name: string, value: string | undefined): void => {
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}
