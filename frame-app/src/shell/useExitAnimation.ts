import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Input = {
  key: string
  isAnimated: boolean
  viewRef: RefObject<HTMLElement | null>
  leavingRef: RefObject<HTMLElement | null>
}

/**
 * Fades out the view that React just removed. The removed element moves to a place outside of React's tree, where it
 * still shows the old view but ignores input.
 */
export const useExitAnimation = ({ key, isAnimated, viewRef, leavingRef }: Input): void => {
  const shownView = useRef<HTMLElement | null>(null)
  const scrollTop = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new screen starts the animation
  useLayoutEffect(() => {
    const leavingView = shownView.current
    const leaving = leavingRef.current
    shownView.current = viewRef.current
    if (!leavingView || !leaving || leavingView === viewRef.current || !isAnimated) return
    // Removes a view that is still fading out, because two views that fade over each other are unreadable.
    leaving.replaceChildren(leavingView)
    // An element that moves in the document loses its scroll position, so the position is set again.
    leavingView.firstElementChild?.scrollTo(0, scrollTop.current)
    leavingView.addEventListener('animationend', (event) => event.target === leavingView && leavingView.remove())
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own scrolling element
  useEffect(() => {
    const view = viewRef.current
    scrollTop.current = 0
    const recordScroll = ({ target }: Event) => {
      if (target === view?.firstElementChild) scrollTop.current = (target as Element).scrollTop
    }
    view?.addEventListener('scroll', recordScroll, { capture: true, passive: true })
    return () => view?.removeEventListener('scroll', recordScroll, { capture: true })
  }, [key])
}
