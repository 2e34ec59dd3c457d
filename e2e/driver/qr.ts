import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Of a camera's pixels to one of the screen. A hand moves, since a reader may miss a code at one of them. */
const distances = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** What a camera reads from the screen; null where it reads nothing. */
export async function scan(code: Locator): Promise<string | null> {
  const screen = await code.screenshot()
  const { width } = await sharp(screen).metadata()
  for (const distance of distances) {
    const picture = sharp(screen)
      .resize({ width: Math.round(width * distance) })
      .ensureAlpha()
      .raw()
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    const text = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
    if (text) return text
  }
  return null
}
