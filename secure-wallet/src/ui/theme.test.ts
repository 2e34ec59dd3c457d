// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { applyTheme } from './theme.ts'

test.each([
  ['#ff000000', '#ff0000'],
  ['#f000', '#f00'],
  ['#f00', '#f00'],
])('drops the alpha of the accent %s', (accent, shown) => {
  const root = document.createElement('html')
  applyTheme(root, { theme: 'light', locale: 'en', accent, width: 360 })
  expect(root.style.getPropertyValue('--host-accent')).toBe(shown)
})
