import { expect, test } from 'vitest'
import { shownText } from './shownText.ts'

test.each([
  ['a\u202eevil', 'aevil'],
  ['US\u200bDC', 'USDC'],
  ['  two\n lines ', 'two lines'],
  ['e\u0301', '\u00e9'],
])('shows the foreign text %j as %j', (raw, text) => {
  expect(shownText(raw)).toEqual({ text, confusable: false })
})

test.each([
  'US\u0414C',
  'U\u0405DC',
  '\u0415\u0422\u041d',
  '\uff35\uff33\uff24\uff23',
  '\ud835\udc14SDC',
  'pay.p\u0430ypal.com',
])('marks the text %s as confusable', (raw) => {
  expect(shownText(raw).confusable).toBe(true)
})

test.each([
  'USDC',
  'Crème brûlée',
  '\u0414\u043e\u0431\u0440\u043e \u043f\u043e\u0436\u0430\u043b\u043e\u0432\u0430\u0442\u044c',
  '\u65e5\u672c\u8a9e',
  '\u0395\u03bb\u03bb\u03ac\u03b4\u03b1',
  '123',
])('does not mark the text %s as confusable', (raw) => {
  expect(shownText(raw).confusable).toBe(false)
})

test('cuts foreign text after 256 characters', () => {
  expect([...shownText('x'.repeat(5_000)).text]).toHaveLength(256)
})
