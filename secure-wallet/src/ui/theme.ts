import type { SecureTheme } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'

/** The schema in `frame/api.ts` has checked these values. They become custom properties, never CSS text. */
export const applyTheme = (root: HTMLElement, { theme, locale, accent, radius, width }: SecureTheme): void => {
  root.dataset.theme = theme
  root.lang = locale
  root.dir = directionOf(locale)
  setProperty(root, '--host-accent', accent && opaque(accent))
  setProperty(root, '--host-radius', radius === undefined ? undefined : `${radius}px`)
  setProperty(root, '--host-width', `${width}px`)
}

/** Drops the alpha of `#rgba` and `#rrggbbaa`, because a transparent accent would hide the button's text. */
const opaque = (colour: string): string => colour.slice(0, colour.length < 6 ? 4 : 7)

const setProperty = ({ style }: HTMLElement, name: string, value: string | undefined): void => {
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}
