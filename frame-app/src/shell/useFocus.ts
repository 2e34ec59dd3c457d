import { useAtomValue } from 'jotai/react'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { openAtom } from '../core/state/modal.ts'
import { historyAtom } from '../router/historyAtom.ts'
import { directionAtom } from '../router/router.ts'

/**
 * A new view is announced by focus on its heading; a view that the visitor comes back to gives it to the row that was
 * pressed there. Returns what has to hear every press in the card.
 */
export const useFocus = (cardRef: RefObject<HTMLElement | null>, screenKey: string): ((event: MouseEvent) => void) => {
  const isOpen = useAtomValue(openAtom)
  const direction = useAtomValue(directionAtom)
  const depth = useAtomValue(historyAtom).length
  const pressed = useRef<string[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen moves the focus
  useEffect(() => {
    const card = cardRef.current
    if (!isOpen || !card) return
    const key = direction === 'back' ? pressed.current[depth] : undefined
    const row = key === undefined ? null : card.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
    if (row) row.focus()
    else card.querySelector('h1')?.focus({ preventScroll: true })
  }, [isOpen, screenKey])

  // The page gives the focus to this frame when it will, and a browser may then put it on nothing. And other words, as of
  // a language that comes late, are another heading, so that the one before has lost it.
  useEffect(() => {
    const take = () => {
      if (isOpen && document.activeElement === document.body)
        cardRef.current?.querySelector('h1')?.focus({ preventScroll: true })
    }
    take()
    window.addEventListener('focus', take)
    return () => window.removeEventListener('focus', take)
  })

  return ({ target }) => {
    const key = (target as Element).closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
    if (key !== undefined) pressed.current[depth] = key
  }
}
