import { type RefObject, useEffect } from 'react'

/**
 * Animates the card to the height of its content. The content has its final height at once, so nothing in it is
 * squeezed.
 */
export const useHeightAnimation = (
  cardRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  visit: number,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit starts at its own height
  useEffect(() => {
    const card = cardRef.current
    const content = contentRef.current
    if (!card || !content) return
    let height: number | null = null
    let animation: Animation | undefined
    const animateHeight = () => {
      const before = animation?.playState === 'running' ? card.offsetHeight : height
      height = content.offsetHeight
      animation?.cancel()
      if (before !== null && before !== height && height > 0) animation = animate(card, before, height)
    }
    // The observer runs after layout and before paint, so no frame shows the new height first.
    const observer = new ResizeObserver(animateHeight)
    observer.observe(content)
    return () => {
      observer.disconnect()
      animation?.cancel()
    }
  }, [visit])
}

const animate = (card: HTMLElement, from: number, to: number): Animation => {
  const style = getComputedStyle(card)
  return card.animate([{ blockSize: `${from}px` }, { blockSize: `${to}px` }], {
    duration: Number.parseFloat(style.getPropertyValue('--view-ms')),
    easing: style.getPropertyValue('--ease').trim(),
  })
}
