/**
 * The long polls of this process, by the id of the login or flow that they watch. A change in another server process
 * ends no poll here, so callers also read the database at intervals.
 */
export const createLongPolls = (limit = 1_000) => {
  const polls = new Map<string, Set<() => void>>()
  let count = 0

  /**
   * Above the limit or after an abort, resolves to false immediately, so that the caller answers and the client polls
   * again.
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
    notify: (id: string): void => {
      for (const end of [...(polls.get(id) ?? [])]) end()
    },
  }
}

export type LongPolls = ReturnType<typeof createLongPolls>
