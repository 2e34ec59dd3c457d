import { type RefObject, useEffect } from 'react'

/**
 * The card follows the height of its content in one movement. The content has its height at once, so nothing in it is
 * squeezed; the card only uncovers it.
 */
export const useHeightAnimation = (
  cardRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  visit: number,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit starts at its own height
  useEffect(() => {
    const card = cardRef.current
    const content = contentRef.current
    if (!card || !content) return
    let height: number | null = null
    let motion: Animation | undefined
    const follow = () => {
      const before = motion?.playState === 'running' ? card.offsetHeight : height
      height = content.offsetHeight
      motion?.cancel()
      if (before !== null && before !== height && height > 0) motion = move(card, before, height)
    }
    // Called after layout and before paint, so no frame shows the new height first.
    const observer = new ResizeObserver(follow)
    observer.observe(content)
    return () => {
      observer.disconnect()
      motion?.cancel()
    }
  }, [visit])
}

const move = (card: HTMLElement, from: number, to: number): Animation => {
  const style = getComputedStyle(card)
  return card.animate([{ blockSize: `${from}px` }, { blockSize: `${to}px` }], {
    duration: Number.parseFloat(style.getPropertyValue('--view-ms')),
    easing: style.getPropertyValue('--ease').trim(),
  })
}
