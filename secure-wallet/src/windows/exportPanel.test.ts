// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { exportPanel } from './exportPanel.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
beforeEach(() => document.body.replaceChildren(exportPanel(words, () => undefined)))
const shown = () => document.body.textContent ?? ''
const hold = () => document.querySelector<HTMLButtonElement>('.button--primary')
const send = (event: Event, isTrusted: boolean): void => {
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  hold()?.dispatchEvent(event)
}

test('the document contains no word before the button is held', () => {
  expect(shown()).not.toContain('sausage')
})

test('shows the words only while the button is held', () => {
  send(new PointerEvent('pointerdown'), true)
  expect(shown()).toContain('sausage')
  send(new PointerEvent('pointerup'), true)
  expect(shown()).not.toContain('sausage')
})

test('ignores presses by script', () => {
  send(new PointerEvent('pointerdown'), false)
  send(new KeyboardEvent('keydown', { key: ' ' }), false)
  hold()?.click()
  expect(shown()).not.toContain('sausage')
})

test('works by keyboard, and covers the words on blur', () => {
  send(new KeyboardEvent('keydown', { key: ' ' }), true)
  expect(shown()).toContain('sausage')
  send(new FocusEvent('blur'), true)
  expect(shown()).not.toContain('sausage')
})
