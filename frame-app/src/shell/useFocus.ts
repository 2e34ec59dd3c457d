import { useAtomValue, useStore } from 'jotai/react'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { isOpenAtom } from '../core/state/modal.ts'
import { animationDirectionAtom, notePressAtom, pressedKeyAtom } from '../router/router.ts'

/**
 * Focuses the heading of a new view, so that screen readers announce it. On the way back, focuses the row that the
 * visitor had pressed. Returns the click handler that records pressed rows.
 */
export const useFocus = (cardRef: RefObject<HTMLElement | null>, screenKey: string): ((event: MouseEvent) => void) => {
  const isOpen = useAtomValue(isOpenAtom)
  const direction = useAtomValue(animationDirectionAtom)
  const store = useStore()
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new screen moves the focus
  useEffect(() => {
    const card = cardRef.current
    if (!isOpen || !card) return
    // The focus stays where it is if the visitor already uses the prerendered view.
    const isInUse = isFirst.current && card.contains(document.activeElement)
    isFirst.current = false
    if (isInUse) return
    const key = direction === 'back' ? store.get(pressedKeyAtom) : undefined
    const row = key === undefined ? null : card.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
    if (row) row.focus()
    else card.querySelector('h1')?.focus({ preventScroll: true })
  }, [isOpen, screenKey])

  // Focuses the heading when no element has the focus. This happens when the host page focuses this frame. It also
  // happens when a language that loads late replaces the focused heading.
  useEffect(() => {
    const focusHeading = () => {
      if (isOpen && document.activeElement === document.body)
        cardRef.current?.querySelector('h1')?.focus({ preventScroll: true })
    }
    focusHeading()
    window.addEventListener('focus', focusHeading)
    return () => window.removeEventListener('focus', focusHeading)
  })

  return ({ target }) => {
    const key = (target as Element).closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
    if (key !== undefined) store.set(notePressAtom, key)
  }
}
