// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { formatList, formatNotice, formatNumber, formatText } from './formatText.ts'

afterEach(() => loadLanguage(document.documentElement, 'en'))

test('fills placeholders with values as they are, and leaves a placeholder without an own value', () => {
  expect(formatText('{a} and {b}', { a: '{b}', b: 2 })).toBe('{b} and 2')
  expect(formatText('{constructor} {missing}', {})).toBe('{constructor} {missing}')
})

test('fills the title and the text of a notice', () => {
  expect(formatNotice('warn', { title: '{n} sites', text: 'Ask {name}' }, { n: 2, name: 'Ada' })).toEqual({
    ...{ tone: 'warn', title: '2 sites', text: 'Ask Ada' },
  })
  expect(formatNotice('info', { title: '{n}', text: 'none' }).title).toBe('{n}')
})

test('joins any number of parts', () => {
  const join = (...parts: string[]) => formatList(parts, '{before}, {after}')
  expect([join(), join('a'), join('a', 'b', 'c')]).toEqual(['', 'a', 'a, b, c'])
})

test('groups the digits before the point, in the way of the language', async () => {
  const plain = ['1', '999', '1000', '1234567.1234567', '0.5']
  expect(plain.map(formatNumber)).toEqual(['1', '999', '1,000', '1,234,567.1234567', '0.5'])
  await loadLanguage(document.documentElement, 'de')
  expect(formatNumber('1234567.5')).toBe('1.234.567,5')
})
