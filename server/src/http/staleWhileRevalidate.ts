import { LRUCache } from 'lru-cache'

type Entry<Value> = { value?: Value; loadedAt: number; failedAt: number; loading?: Promise<Value> | undefined }

/**
 * A stale-while-revalidate cache with one load for each key at a time. After a failed load, the cache waits `pauseMs`
 * before the next load of the key, which `LRUCache.fetch` can't do.
 */
export const staleWhileRevalidate = <Value extends object>(options: {
  limit: number
  freshMs: number
  pauseMs: number
  now: () => number
}) => {
  const { limit, freshMs, pauseMs, now } = options
  const entries = new LRUCache<string, Entry<Value>>({ max: limit })

  const revalidate = (entry: Entry<Value>, load: () => Promise<Value>): Promise<Value> => {
    const run = async (): Promise<Value> => {
      try {
        const value = await load()
        entry.value = value
        entry.loadedAt = now()
        return value
      } catch (cause) {
        entry.failedAt = now()
        throw cause
      } finally {
        entry.loading = undefined
      }
    }
    entry.loading ??= run()
    return entry.loading
  }

  /** Returns the cached value, if any. If the value is stale, starts a load and returns its promise too. */
  const read = (key: string, load: () => Promise<Value>): { value?: Value; loading?: Promise<Value> } => {
    const entry = entries.get(key) ?? { loadedAt: Number.NEGATIVE_INFINITY, failedAt: Number.NEGATIVE_INFINITY }
    entries.set(key, entry)
    const cached = entry.value === undefined ? {} : { value: entry.value }
    if (now() - entry.loadedAt < freshMs || now() - entry.failedAt < pauseMs) return cached
    const loading = revalidate(entry, load)
    // A caller that awaits the load gets the load's failure. If no caller awaits it, the rejection must not end the
    // process.
    loading.catch(() => undefined)
    return { ...cached, loading }
  }

  return {
    /** Returns the cached value of any age, without waiting for a load. */
    peek: (key: string, load: () => Promise<Value>): Value | undefined => read(key, load).value,
    /** Returns the cached value or waits for the load. Undefined if the load fails. */
    get: async (key: string, load: () => Promise<Value>): Promise<Value | undefined> => {
      const { value, loading } = read(key, load)
      if (value !== undefined || !loading) return value
      try {
        return await loading
      } catch {
        // No need to log the failure, because `load` has logged it.
        return undefined
      }
    },
  }
}
