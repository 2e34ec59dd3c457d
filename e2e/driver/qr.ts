import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Camera pixels per screen pixel. A reader may miss a code at one ratio, so several are tried. */
const scales = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** Reads a QR code from the screen, or returns null. */
export async function scanQrCode(code: Locator): Promise<string | null> {
  const screen = await code.screenshot()
  const { width } = await sharp(screen).metadata()
  for (const scale of scales) {
    const image = sharp(screen)
      .resize({ width: Math.round(width * scale) })
      .ensureAlpha()
      .raw()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    const text = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
    if (text) return text
  }
  return null
}
