import { useAtomValue } from 'jotai/react'
import { type RefObject, useEffect } from 'react'
import { hostAtom } from '../core/state/peers.ts'

/**
 * Animates the card to the height of its content. The code of the animation loads after the first view, whose height is
 * final.
 */
export const useHeightAnimation = (
  cardRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  visit: number,
): void => {
  const host = useAtomValue(hostAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit starts at its own height
  useEffect(() => {
    const card = cardRef.current
    const content = contentRef.current
    if (!card || !content) return
    const ended = new AbortController()
    const start = async () => {
      const { animateHeight } = await import('./animateHeight.ts')
      const report = (pixels: number) => void host?.firstHeight(pixels).catch(() => {})
      if (!ended.signal.aborted) animateHeight(card, content, ended.signal, report)
    }
    // If the code of the animation does not load, the card takes its height at once.
    start().catch(() => {})
    return () => ended.abort()
  }, [visit, host])
}
