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
    const next = content.offsetHeight
    // While the next view loads, the content has no height.
    if (next === 0) return
    const before = animation?.playState === 'running' ? card.offsetHeight : height
    height = next
    animation?.cancel()
    // A closed modal shows the view of the next visit.
    if (before === null || document.body.inert) reportFirst(content.getBoundingClientRect().height)
    if (before !== null && before !== height) animation = animate(card, before, height)
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
