import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Input = {
  key: string
  isAnimated: boolean
  viewRef: RefObject<HTMLElement | null>
  leavingRef: RefObject<HTMLElement | null>
}

/**
 * Fades out the view that React just removed. The removed element itself moves outside of React's tree, so it shows
 * what the visitor saw and ignores input.
 */
export const useExitAnimation = ({ key, isAnimated, viewRef, leavingRef }: Input): void => {
  const shown = useRef<HTMLElement | null>(null)
  const scrolled = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new screen starts the animation
  useLayoutEffect(() => {
    const left = shown.current
    const ghosts = leavingRef.current
    shown.current = viewRef.current
    if (!left || !ghosts || left === viewRef.current || !isAnimated) return
    // Replaces a view that still fades, since two of them would blur.
    ghosts.replaceChildren(left)
    // An element that leaves the document loses its scroll position.
    left.firstElementChild?.scrollTo(0, scrolled.current)
    left.addEventListener('animationend', (event) => event.target === left && left.remove())
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own scrolling element
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
