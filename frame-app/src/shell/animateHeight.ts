/**
 * Animates the height of the card whenever the height of its content changes, until `signal` aborts. The content has
 * its final height at once, so nothing in the content is squeezed.
 */
export const animateHeight = (
  card: HTMLElement,
  content: HTMLElement,
  signal: AbortSignal,
  /** Called with the height of the view with which this visit starts, or the next one. */
  reportFirst: (pixels: number) => void,
): void => {
  let height: number | null = null
  let animation: Animation | undefined
  const follow = () => {
    const before = animation?.playState === 'running' ? card.offsetHeight : height
    height = content.offsetHeight
    animation?.cancel()
    // A closed modal shows the view of the next visit. While that view loads, the content has no height.
    if (height > 0 && (before === null || document.body.inert)) reportFirst(content.getBoundingClientRect().height)
    if (before !== null && before !== height && height > 0) animation = animate(card, before, height)
  }
  // The observer runs after layout and before paint, so the new height is never painted before the animation.
  const observer = new ResizeObserver(follow)
  observer.observe(content)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    animation?.cancel()
  })
}

const animate = (card: HTMLElement, from: number, to: number): Animation => {
  const style = getComputedStyle(card)
  return card.animate([{ blockSize: `${from}px` }, { blockSize: `${to}px` }], {
    duration: Number.parseFloat(style.getPropertyValue('--view-ms')),
    easing: style.getPropertyValue('--ease').trim(),
  })
}
