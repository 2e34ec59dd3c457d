import type { SecureLook } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import type { ConnectorContext } from '../connector.ts'

/** Below it the card is a sheet, as wide as the screen. */
const sheetWidth = 430
const cardWidth = 360

/** A frame that only reads is not laid out, and has no width at all. */
const isSheet = (): boolean => innerWidth > 0 && innerWidth <= sheetWidth

const isHex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
/** A site may name its accent in any way of CSS, and the secure frame takes one: what the browser paints is read back. */
const toHex = (colour: string): string | undefined => {
  if (isHex.test(colour)) return colour
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context || !knows(context, colour)) return
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** What is no colour leaves the one that was there, and so does a word like `inherit`. What is one stays set. */
const knows = (context: OffscreenCanvasRenderingContext2D, colour: string): boolean => {
  const painted = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before
    context.fillStyle = colour
    return context.fillStyle
  })
  return painted[0] === painted[1]
}

/** How the secure frame looks, at a place that is so wide. */
export const readLook = (store: ConnectorContext['store'], placeWidth: number | undefined): SecureLook => {
  const { accent: given, radius, width = cardWidth } = store.get(optionsAtom)
  const accent = given === undefined ? undefined : toHex(given)
  return {
    theme: store.get(themeAtom),
    locale: store.get(localeAtom),
    ...(accent !== undefined && { accent }),
    ...(radius !== undefined && { radius }),
    width: Math.round(placeWidth ?? (isSheet() ? innerWidth : width)),
  }
}
