import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Input = {
  key: string
  isAnimated: boolean
  viewRef: RefObject<HTMLElement | null>
  leavingRef: RefObject<HTMLElement | null>
}

/**
 * Lets the view that React just removed fade out. It is the very same element, put where React does not look, so it
 * shows what the visitor saw and reacts to nothing.
 */
export const useExitAnimation = ({ key, isAnimated, viewRef, leavingRef }: Input): void => {
  const shown = useRef<HTMLElement | null>(null)
  const scrolled = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen is a reason
  useLayoutEffect(() => {
    const left = shown.current
    const ghosts = leavingRef.current
    shown.current = viewRef.current
    if (!left || !ghosts || left === viewRef.current || !isAnimated) return
    // One more that still fades would only blur.
    ghosts.replaceChildren(left)
    // An element that leaves the document forgets how far it was scrolled.
    left.firstElementChild?.scrollTo(0, scrolled.current)
    left.addEventListener('animationend', (event) => event.target === left && left.remove())
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen scrolls an element of its own
  useEffect(() => {
    const view = viewRef.current
    scrolled.current = 0
    const note = ({ target }: Event) => {
      if (target === view?.firstElementChild) scrolled.current = (target as Element).scrollTop
    }
    view?.addEventListener('scroll', note, { capture: true, passive: true })
    return () => view?.removeEventListener('scroll', note, { capture: true })
  }, [key])
}
