import { LRUCache } from 'lru-cache'

type Entry<Value> = { at: number; answer: Promise<Value>; isFailed?: boolean }
type Options<Value> = {
  limit: number
  /** How long an answer stays fresh. */
  freshMs: number
  /** Even a forced read returns an answer that is not older than this. */
  forcedFreshMs: number
  /** Callers get the same failure for this long. Then the next caller loads again. */
  pauseMs: number
  isFailed: (value: Value) => boolean
  now: () => number
}

/** A cache with one load for each key at a time. A failure is a value too. A load that rejects is not cached. */
export const singleFlightCache = <Value>(options: Options<Value>) => {
  const { limit, freshMs, forcedFreshMs, pauseMs, isFailed, now } = options
  // Use `maxSize` instead of `max`, because `max` reserves memory for all entries at the start.
  const entries = new LRUCache<string, Entry<Value>>({ maxSize: limit, sizeCalculation: () => 1 })

  return async (key: string, isForced: boolean, load: () => Promise<Value>): Promise<Value> => {
    const kept = entries.get(key)
    const keptMs = kept?.isFailed ? pauseMs : isForced ? forcedFreshMs : freshMs
    if (kept && now() - kept.at < keptMs) return kept.answer
    // An entry's age counts from its answer on. Until then, all callers share one load.
    const entry: Entry<Value> = { at: Number.POSITIVE_INFINITY, answer: load() }
    entries.set(key, entry)
    try {
      const value = await entry.answer
      entry.at = now()
      entry.isFailed = isFailed(value)
      return value
    } catch (cause) {
      if (entries.get(key) === entry) entries.delete(key)
      throw cause
    }
  }
}
