/** The longest time that a poll waits by default. */
const longestMs = 25_000

/**
 * The waiting long polls of this process, by the id of the flow or recovery that they watch. A change in another server
 * process wakes no poll here, so the routes also read the database at intervals.
 */
export const createLongPolls = ({ limit = 1_000, pollMs = longestMs } = {}) => {
  const polls = new Map<string, Set<() => void>>()
  let count = 0

  /**
   * Resolves when the poll should read the database again. Resolves to false at once if too many polls wait or a signal
   * has aborted. Then the caller answers immediately, and the client sends its poll again.
   */
  const wait = (id: string, ms: number, signals: readonly AbortSignal[]): Promise<boolean> =>
    new Promise((resolve) => {
      if (count >= limit || signals.some(({ aborted }) => aborted)) return resolve(false)
      const watchers = polls.get(id) ?? new Set()
      const end = (): void => {
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', end)
        watchers.delete(end)
        if (watchers.size === 0) polls.delete(id)
        count -= 1
        resolve(true)
      }
      const timer = setTimeout(end, ms)
      for (const signal of signals) signal.addEventListener('abort', end)
      polls.set(id, watchers.add(end))
      count += 1
    })

  return {
    wait,
    /** The number of polls that wait now. */
    count: (): number => count,
    /**
     * Reads at once, after each change here, and every `intervalMs`. Resolves with what was read when `isDone` accepts
     * it, and at the latest after `pollMs`.
     */
    readUntil: async <Value>(
      id: string,
      read: () => Promise<Value>,
      isDone: (value: Value) => boolean,
      { intervalMs, signals }: { intervalMs: number; signals: readonly AbortSignal[] },
    ): Promise<Value> => {
      const endsAt = performance.now() + pollMs
      for (;;) {
        const value = await read()
        const left = endsAt - performance.now()
        if (isDone(value) || left <= 0 || !(await wait(id, Math.min(left, intervalMs), signals))) return value
      }
    },
    notify: (id: string): void => {
      for (const end of [...(polls.get(id) ?? [])]) end()
    },
  }
}

export type LongPolls = ReturnType<typeof createLongPolls>
