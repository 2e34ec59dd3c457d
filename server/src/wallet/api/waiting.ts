/**
 * Those who wait for a login to go on. Here they hear of it at once; where another machine of the server has the news,
 * whoever waits looks again after a while.
 */
export const createWaiting = (limit = 1_000) => {
  const waiting = new Map<string, Set<() => void>>()
  let all = 0

  /** False where nobody else may wait, who is then answered at once and asks again. */
  const wait = (id: string, ms: number, signals: readonly AbortSignal[]): Promise<boolean> =>
    new Promise((resolve) => {
      if (all >= limit || signals.some(({ aborted }) => aborted)) return resolve(false)
      const others = waiting.get(id) ?? new Set()
      const end = (): void => {
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', end)
        others.delete(end)
        if (others.size === 0) waiting.delete(id)
        all -= 1
        resolve(true)
      }
      const timer = setTimeout(end, ms)
      for (const signal of signals) signal.addEventListener('abort', end)
      waiting.set(id, others.add(end))
      all += 1
    })

  return {
    wait,
    changed: (id: string): void => {
      for (const end of [...(waiting.get(id) ?? [])]) end()
    },
  }
}

export type Waiting = ReturnType<typeof createWaiting>
