import { expect, test } from 'vitest'
import { drawLetterIcon, letterIconColours } from './letterIcon.ts'

test('draws the same letter icon for the same text', () => {
  expect(drawLetterIcon('Rainbow')).toBe(drawLetterIcon('Rainbow'))
  expect(drawLetterIcon('Rainbow')).toMatchInlineSnapshot(
    `"<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"><rect width="128" height="128" fill="#3f7ba0"/><text x="64" y="64" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="64" font-weight="600" fill="#fff">R</text></svg>"`,
  )
})

test.each([
  ['MetaMask', 'M'],
  ['1inch Wallet', '1'],
  ['  élan', 'É'],
  ['"><script>alert(1)</script>', 'S'],
  ['&lt;', 'L'],
  ['钱包', '钱'],
  ['\u0000\u202e!', ''],
  ['', ''],
])('draws for the text %j only the letter %j', (text, letter) => {
  const svg = drawLetterIcon(text)
  expect(svg.match(/>([^<]*)<\/text>/)?.[1]).toBe(letter)
  expect(svg.replace(/<\/?(svg|rect|text)\b[^<>]*>/g, '')).toBe(letter)
})

test('spreads the colours of letter icons over the palette', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Wallet ${index}`)
  const used = new Set(names.map((name) => drawLetterIcon(name).match(/fill="(#[0-9a-f]{6})"/)?.[1]))
  expect([...used].toSorted()).toEqual([...letterIconColours].toSorted())
})

test.each([...letterIconColours])(
  'the letter icon colour %s has enough contrast to the modal’s background in the light and the dark theme',
  (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, '#1b1b1a')).toBeGreaterThanOrEqual(3)
  },
)

const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Computes the relative luminance of an sRGB colour (WCAG 2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
