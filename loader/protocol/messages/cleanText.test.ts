import { expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

test.each([
  ['plain', 'plain'],
  ['  two\n\tlines ', 'two lines'],
  ['pay\u202eevil', 'payevil'],
  ['a\u200b\u200d\ufeff\u2060b', 'ab'],
  ['nul\u0000l', 'null'],
  ['tag\u{e0041}s', 'tags'],
  ['lone \ud800 half', 'lone half'],
  ['e\u0301', '\u00e9'],
  ['heart ❤️', 'heart ❤️'],
  ['日本語', '日本語'],
])('cleans %j to %j', (text, shown) => {
  expect(cleanText(text)).toBe(shown)
})

test('cuts a long text between characters and adds an ellipsis', () => {
  expect(cleanText('🦊🦊🦊🦊', 3)).toBe('🦊🦊…')
})
