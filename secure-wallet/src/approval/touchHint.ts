import { element } from '../ui/element.ts'
import type { Surface } from './gates.ts'
import { messages } from './touchMessages.ts'

/**
 * Why the first touch of a button does nothing, in the words of whoever touches it. What is seen of it never changes: a card
 * that grows is another one, and would have to be touched from the start again.
 */
export const showTouchHint = (button: HTMLElement, { place }: Surface): ((isKnown: boolean) => void) => {
  if (place === 'window' || !window.matchMedia('(pointer: coarse)').matches) return () => undefined
  const hint = element('p', { class: 'legal', id: 'touch-hint' }, messages.hint)
  const next = element('p', { class: 'hidden', role: 'status' })
  button.setAttribute('aria-describedby', hint.id)
  button.before(hint, next)
  return (isKnown) => {
    const text = isKnown ? messages.next : ''
    if (next.textContent !== text) next.textContent = text
  }
}
