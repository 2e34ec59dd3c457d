import { expect, test } from 'vitest'
import { findLookAlikes, shownText } from './shownText.ts'

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

test.each([
  ['Log in to p\u0430ypal', ['p\u0430ypal']],
  ['\u0430 word alone', ['\u0430']],
  // "I and the bear went to the cinema", in Russian: two words look Latin.
  ['\u042f \u0438 \u043e\u0441\u0430 \u0432 \u043a\u0438\u043d\u043e, \u0443 \u0434\u043e\u043c\u0430', []],
  [
    '\u042f \u043d\u0430 \u0441\u043e\u0440\u0430.\u0441\u043e\u0440',
    ['\u0441\u043e\u0440\u0430', '\u0441\u043e\u0440'],
  ],
  ['\u042f \u043f\u0438\u0448\u0443 p\u0430ypal', ['p\u0430ypal']],
  ['Plain words, 3 of them', []],
])('finds the words of %j that imitate others', (text, words) => {
  expect(findLookAlikes(text)).toEqual(words)
})

test('cuts foreign text after 256 characters', () => {
  expect([...shownText('x'.repeat(5_000)).text]).toHaveLength(256)
})
