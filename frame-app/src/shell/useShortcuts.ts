import { useAtomValue, useSetAtom } from 'jotai/react'
import { type RefObject, useEffect } from 'react'
import { backAtom, canGoBackAtom } from '../router/router.ts'
import { safeCloseAtom } from '../router/safeClose.ts'

/**
 * Handles the keyboard shortcuts of every view. A field that handles a key itself prevents the default, and this code
 * then ignores the key.
 */
export const useShortcuts = (cardRef: RefObject<HTMLElement | null>): void => {
  const close = useSetAtom(safeCloseAtom)
  const back = useSetAtom(backAtom)
  const canGoBack = useAtomValue(canGoBackAtom)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isBack = (event.altKey && event.key === 'ArrowLeft') || (event.metaKey && event.key === '[')
      const isTyping = event.target instanceof HTMLInputElement
      if (event.key === 'Escape') {
        event.preventDefault()
        void close()
      } else if (isBack) {
        // Prevents the default also on the first screen, where the browser would leave the host page.
        event.preventDefault()
        if (canGoBack) void back()
      } else if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const search = cardRef.current?.querySelector<HTMLElement>('input[type="search"]')
        if (!search) return
        event.preventDefault()
        search.focus()
      }
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [cardRef, close, back, canGoBack])
}
