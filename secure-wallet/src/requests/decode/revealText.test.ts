import { expect, test } from 'vitest'
import { revealText } from './revealText.ts'

test.each([
  ['a direction override', 'pay\u202e Bob', 'pay⟨U+202E⟩ Bob'],
  ['a zero-width space', 'US\u200bDC', 'US⟨U+200B⟩DC'],
  ['a zero-width joiner between Latin letters', 'pay\u200dpal', 'pay⟨U+200D⟩pal'],
  ['a soft hyphen', 'a\u00adb', 'a⟨U+00AD⟩b'],
  ['a filler of Hangul', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['a blank of braille', 'a\u2800b', 'a⟨U+2800⟩b'],
  ['a tag', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
  ['a private character', 'a\ue000b', 'a⟨U+E000⟩b'],
  ['six empty lines', 'a\n\n\n\n\n\nb', 'a\n⟨6 × U+000A⟩\nb'],
  ['lines of spaces', 'a\n \n \n \n \n \n b', 'a\n⟨6 × U+000A⟩\n b'],
  ['a long gap', `a${' '.repeat(40)}b`, 'a ⟨40 × U+0020⟩ b'],
  ['a pile of accents', `a${'\u0301'.repeat(9)}`, `a${'\u0301'.repeat(4)}⟨5 × U+0301⟩`],
])('shows %s by its code', (_name, text, shown) => {
  expect(revealText(text)).toBe(shown)
})

test.each([
  'Two\n\nparagraphs\tand a tab',
  'Five\n\n\n\n\nempty lines',
  `${' '.repeat(23)}indented`,
  'A family 👨‍👩‍👧 and a flag 🏳️‍🌈',
  'می‌خواهم',
  'क्‍ष',
  'Ça coûte 3 €',
  'Việt Nam',
])('keeps the text %j as it is', (text) => {
  expect(revealText(text)).toBe(text)
})
