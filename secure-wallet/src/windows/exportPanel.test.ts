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

test('no word stands in the document before the button is held', () => {
  expect(shown()).not.toContain('sausage')
})

test('the words stand there while it is held, and no longer', () => {
  send(new PointerEvent('pointerdown'), true)
  expect(shown()).toContain('sausage')
  send(new PointerEvent('pointerup'), true)
  expect(shown()).not.toContain('sausage')
})

test('a script that presses it sees nothing', () => {
  send(new PointerEvent('pointerdown'), false)
  send(new KeyboardEvent('keydown', { key: ' ' }), false)
  hold()?.click()
  expect(shown()).not.toContain('sausage')
})

test('by keyboard it works alike, and losing the focus covers them', () => {
  send(new KeyboardEvent('keydown', { key: ' ' }), true)
  expect(shown()).toContain('sausage')
  send(new FocusEvent('blur'), true)
  expect(shown()).not.toContain('sausage')
})
