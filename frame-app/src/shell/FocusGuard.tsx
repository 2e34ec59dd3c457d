import { useAtomValue } from 'jotai/react'
import type { FocusEvent, ReactNode, RefObject } from 'react'
import { securePanelAtom } from '../core/state/embedded.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * The dialog is modal in the page, and the page's dialog cannot see into this frame: Tab at either end comes round to
 * the other one here. What the secure frame shows comes after this document's last stop, and Tab goes on into it.
 */
export const FocusGuard = ({ cardRef, children }: { cardRef: RefObject<HTMLElement | null>; children: ReactNode }) => {
  const tabIndex = useAtomValue(securePanelAtom) ? -1 : 0
  const enter = (leavingTo: 'first' | 'last', { relatedTarget }: FocusEvent) => {
    const stops = [...(cardRef.current?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
      (element) => !element.closest('[inert]'),
    )
    // From within it goes round; from outside it starts at the near end.
    const isInside = relatedTarget instanceof Node && cardRef.current?.contains(relatedTarget)
    const first = stops.at(0)
    const last = stops.at(-1)
    const target = isInside ? leavingTo : leavingTo === 'last' ? 'first' : 'last'
    ;(target === 'first' ? first : last)?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hands the focus on and is never rested on */}
      <div tabIndex={tabIndex} onFocus={(event) => enter('last', event)} />
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hands the focus on and is never rested on */}
      <div tabIndex={tabIndex} onFocus={(event) => enter('first', event)} />
    </>
  )
}
