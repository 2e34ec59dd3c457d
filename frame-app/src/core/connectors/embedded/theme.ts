import type { SecureTheme } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import type { ConnectorContext } from '../types.ts'

/** Up to this screen width the modal's card is a sheet as wide as the screen. */
const sheetWidth = 430
const cardWidth = 360

/** `innerWidth` is 0 while the browser does not lay this frame out, for example before the page shows the modal. */
const isSheet = (): boolean => innerWidth > 0 && innerWidth <= sheetWidth

const isHex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
/**
 * Converts a colour by drawing it on a canvas. A site may write its accent in any CSS notation, but the secure frame
 * accepts only hex.
 */
const toHex = (colour: string): string | undefined => {
  if (isHex.test(colour)) return colour
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context || !isColour(context, colour)) return
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * A canvas ignores an invalid colour and keeps its previous colour. So only a valid colour gives the same result after
 * two different previous colours.
 */
const isColour = (context: OffscreenCanvasRenderingContext2D, colour: string): boolean => {
  const painted = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before
    context.fillStyle = colour
    return context.fillStyle
  })
  return painted[0] === painted[1]
}

/**
 * The theme of the secure frame. `frameWidth` is the width of the secure frame. It is undefined before the modal has
 * placed the secure frame.
 */
export const readTheme = (store: ConnectorContext['store'], frameWidth: number | undefined): SecureTheme => {
  const { accent: given, radius, width = cardWidth } = store.get(optionsAtom)
  const accent = given === undefined ? undefined : toHex(given)
  return {
    theme: store.get(themeAtom),
    locale: store.get(localeAtom),
    ...(accent !== undefined && { accent }),
    ...(radius !== undefined && { radius }),
    width: Math.round(frameWidth ?? (isSheet() ? innerWidth : width)),
  }
}
