/** Calls `show` with the seconds that are left, now and each second, with 0 at the end. */
export const countDown = (
  until: number,
  show: (seconds: number) => void,
  now: () => number = Date.now,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = (): void => {
    const left = until - now()
    show(Math.max(0, Math.ceil(left / 1_000)))
    if (left > 0) timer = setTimeout(tick, left % 1_000 || 1_000)
  }
  tick()
  return () => clearTimeout(timer)
}

/** `1:05` or `23:59:30`, which reads the same in every language. */
export const clockText = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (parts[0] === 0) parts.shift()
  return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
