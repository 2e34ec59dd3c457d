import { useAtomValue } from 'jotai/react'
import type { FocusEvent, ReactNode, RefObject } from 'react'
import { securePanelAtom } from '../core/state/embedded.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Keeps the focus in the modal. The host page's dialog cannot see into this frame, so Tab at one end continues at the
 * other end. The secure frame follows the last element of this document, so Tab continues into an open panel.
 */
export const FocusGuard = ({ cardRef, children }: { cardRef: RefObject<HTMLElement | null>; children: ReactNode }) => {
  const tabIndex = useAtomValue(securePanelAtom) ? -1 : 0
  const enter = (wrapTo: 'first' | 'last', { relatedTarget }: FocusEvent) => {
    const elements = [...(cardRef.current?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
      (element) => !element.closest('[inert]'),
    )
    // Focus that leaves the card at one end goes on at the other end. Focus that comes from outside the card starts at
    // the end by which it enters.
    const isInside = relatedTarget instanceof Node && cardRef.current?.contains(relatedTarget)
    const first = elements.at(0)
    const last = elements.at(-1)
    const target = isInside ? wrapTo : wrapTo === 'last' ? 'first' : 'last'
    ;(target === 'first' ? first : last)?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: passes the focus on and never keeps it */}
      <div tabIndex={tabIndex} onFocus={(event) => enter('last', event)} />
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: passes the focus on and never keeps it */}
      <div tabIndex={tabIndex} onFocus={(event) => enter('first', event)} />
    </>
  )
}
