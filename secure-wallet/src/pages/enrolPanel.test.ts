// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { enrolPanel } from './enrolPanel.ts'

test('a press without a number asks for it, and digits of another script are digits too', () => {
  const asker = { host: 'https://shop.example', browser: 'Chrome on Linux' }
  const { root, isFilled, number } = enrolPanel({ asker, address: '0x1234567890', refuse: () => undefined })
  document.body.append(root)
  expect(isFilled()).toBe(false)
  expect(root.textContent).toContain('Type the two digits first')
  const input = root.querySelector('input')
  if (input) input.value = '٤۷'
  expect([isFilled(), number()]).toEqual([true, '47'])
})
