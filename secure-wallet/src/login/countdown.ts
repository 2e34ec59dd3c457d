/**
 * Calls `show` with the remaining seconds, now and every second until 0. Returns a function that stops the countdown.
 */
export const startCountdown = (
  until: number,
  show: (seconds: number) => void,
  now: () => number = Date.now,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = (): void => {
    const leftMs = until - now()
    show(Math.max(0, Math.ceil(leftMs / 1_000)))
    if (leftMs > 0) timer = setTimeout(tick, leftMs % 1_000 || 1_000)
  }
  tick()
  return () => clearTimeout(timer)
}

/** Writes seconds as `1:05` or `23:59:30`, in the same form for every language. */
export const clockText = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (parts[0] === 0) parts.shift()
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
