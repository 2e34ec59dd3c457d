// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { exportPanel } from './exportPanel.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
beforeEach(() => document.body.replaceChildren(exportPanel(words, () => undefined).root))
const shown = () => document.body.textContent ?? ''
const hold = () => document.querySelector<HTMLButtonElement>('.button--primary')
const send = (event: Event, isTrusted: boolean): void => {
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  hold()?.dispatchEvent(event)
}

test('the document contains no word of the seed phrase before the visitor holds the button', () => {
  expect(shown()).not.toContain('sausage')
})

test('shows the words of the seed phrase only while the visitor holds the button', () => {
  send(new PointerEvent('pointerdown'), true)
  expect(shown()).toContain('sausage')
  send(new PointerEvent('pointerup'), true)
  expect(shown()).not.toContain('sausage')
})

test('reveals no word of the seed phrase for a press that a script simulates', () => {
  send(new PointerEvent('pointerdown'), false)
  send(new KeyboardEvent('keydown', { key: ' ' }), false)
  hold()?.click()
  expect(shown()).not.toContain('sausage')
})

test('a held key reveals the seed phrase too, and the phrase is covered when the button loses the focus', () => {
  send(new KeyboardEvent('keydown', { key: ' ' }), true)
  expect(shown()).toContain('sausage')
  send(new FocusEvent('blur'), true)
  expect(shown()).not.toContain('sausage')
})

test('shows no word while the window’s gates have not armed the button', () => {
  hold()?.setAttribute('aria-disabled', 'true')
  send(new PointerEvent('pointerdown'), true)
  expect(shown()).not.toContain('sausage')
  hold()?.removeAttribute('aria-disabled')
  send(new PointerEvent('pointerdown'), true)
  expect(shown()).toContain('sausage')
})
