import { expect, test } from 'vitest'
import { findImage } from './findImage.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const base64 = Buffer.from(svg).toString('base64')

test.each([
  ['a base64 data URL', `export default "data:image/svg+xml;base64,${base64}"`],
  ['a base64 data URL in single quotes', `this.icon = 'data:image/svg+xml;base64,${base64}';`],
  ['a percent-encoded data URL', `var x = "data:image/svg+xml,${encodeURIComponent(svg)}"`],
])('finds %s in a source file', (_, text) => {
  expect(findImage(text).toString()).toBe(svg)
})

test('finds an SVG image in a string literal', () => {
  expect(findImage(`export default '<svg width=\\"1\\">\\n</svg>'`).toString()).toBe('<svg width="1">\n</svg>')
})

test('skips the images that stand before the search text `after` in a source file', () => {
  const other = Buffer.from('<svg/>').toString('base64')
  const text = `a: "data:image/svg+xml;base64,${other}", b: "data:image/svg+xml;base64,${base64}"`
  expect(findImage(text, 'b: ').toString()).toBe(svg)
})

test('rejects a source file without an image', () => {
  expect(() => findImage('export default 1')).toThrow('no image')
  expect(() => findImage('', 'xverse')).toThrow('does not contain')
})
