import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { type QrShape, qrShape } from './qrShape.ts'

const pairing =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1790000000&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
/** The longest pairing link: that of a site that asks for a sign-in with the connection. */
const longer = `${pairing}&methods=wc_sessionAuthenticate`
/** Pixels per module of the QR code, and the light margin around the code. */
const scale = 6
const quiet = 4 * scale

/**
 * Draws the QR code in pixels as the browser does: strokes of 0.86 with round ends, rings and dots on white. The icon
 * is a dark square.
 */
const paint = ({ size, path, corners }: QrShape, markSide: number) => {
  const side = size * scale + 2 * quiet
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const dark = (isDark: (x: number, y: number) => boolean) => {
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        if (isDark((column + 0.5 - quiet) / scale, (row + 0.5 - quiet) / scale))
          pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  }
  const lines = [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map((line) => line.slice(1).map(Number))
  const rows = Map.groupBy(lines, ([, y = 0]) => Math.floor(y))
  dark((x, y) =>
    (rows.get(Math.floor(y)) ?? []).some(
      ([from = 0, middle = 0, length = 0]) =>
        Math.hypot(x - Math.min(Math.max(x, from), from + length), y - middle) < 0.43,
    ),
  )
  for (const [left, top] of corners)
    dark((x, y) => {
      const away = Math.max(Math.abs(x - left - 3.5), Math.abs(y - top - 3.5))
      return away < 1.5 || (away > 2.5 && away < 3.5)
    })
  dark((x, y) => Math.max(Math.abs(x - size / 2), Math.abs(y - size / 2)) < markSide / 2)
  return { pixels, side }
}

const read = (shape: QrShape, markSide = 0) => {
  const { pixels, side } = paint(shape, markSide)
  return jsqr(pixels, side, side)?.data
}

test.each([pairing, longer])('draws a QR code of %s so that a reader decodes it', (link) => {
  expect(read(qrShape(link, false))).toBe(link)
})

test.each([pairing, longer])('draws a QR code of %s with an icon in the middle so that a reader decodes it', (link) => {
  const shape = qrShape(link, true)
  expect(read(shape, (shape.size * 42) / 232)).toBe(link)
})

test("makes each module of the QR code at least a third of a millimetre wide, so that a camera at arm's length can read it", () => {
  const side = (232 * 25.4) / 96
  for (const hasMark of [false, true]) expect(side / qrShape(longer, hasMark).size).toBeGreaterThan(0.33)
})
