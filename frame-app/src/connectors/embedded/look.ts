import type { SecureLook } from 'loader/protocol/secureApi.ts'
import { localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import type { ConnectorContext } from '../connector.ts'

/** Below it the card is a sheet, as wide as the screen. */
const sheetWidth = 430
const cardWidth = 360

/** A frame that only reads is not laid out, and has no width at all. */
const isSheet = (): boolean => innerWidth > 0 && innerWidth <= sheetWidth

/** How the secure frame looks, at a place that is so wide. */
export const readLook = (store: ConnectorContext['store'], placeWidth: number | undefined): SecureLook => {
  const { accent, radius, width = cardWidth } = store.get(optionsAtom)
  return {
    theme: store.get(themeAtom),
    locale: store.get(localeAtom),
    ...(accent !== undefined && { accent }),
    ...(radius !== undefined && { radius }),
    width: Math.round(placeWidth ?? (isSheet() ? innerWidth : width)),
  }
}
