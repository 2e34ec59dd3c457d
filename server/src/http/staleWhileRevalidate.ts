import { createRecent } from './recent.ts'

type Entry<Value> = { value?: Value; at: number; failedAt: number; running?: Promise<Value> | undefined }

/**
 * Keeps what is expensive to get. What is fresh is answered as it is; what is older is answered too, and renewed behind
 * the answer's back; what isn't there is waited for. One request at a time for each key, and none for a while after one
 * that failed.
 */
export const createFresh = <Value extends object>(options: {
  limit: number
  freshMs: number
  pauseMs: number
  now: () => number
}) => {
  const { limit, freshMs, pauseMs, now } = options
  const entries = createRecent<Entry<Value>>(limit)

  const renew = (entry: Entry<Value>, load: () => Promise<Value>): Promise<Value> => {
    const run = async (): Promise<Value> => {
      try {
        const value = await load()
        entry.value = value
        entry.at = now()
        return value
      } catch (cause) {
        entry.failedAt = now()
        throw cause
      } finally {
        entry.running = undefined
      }
    }
    entry.running ??= run()
    return entry.running
  }

  /** What is known now, if anything, with the renewal under way where one is due. */
  const look = (key: string, load: () => Promise<Value>): { value?: Value; coming?: Promise<Value> } => {
    const entry = entries.get(key) ?? { at: Number.NEGATIVE_INFINITY, failedAt: Number.NEGATIVE_INFINITY }
    entries.set(key, entry)
    const known = entry.value === undefined ? {} : { value: entry.value }
    if (now() - entry.at < freshMs || now() - entry.failedAt < pauseMs) return known
    const coming = renew(entry, load)
    // Whoever waits for it hears of the failure; for the others the old value stands.
    coming.catch(() => undefined)
    return { ...known, coming }
  }

  return {
    /** Never waits. */
    peek: (key: string, load: () => Promise<Value>): Value | undefined => look(key, load).value,
    /** Undefined where there is nothing and it can't be had now. */
    get: async (key: string, load: () => Promise<Value>): Promise<Value | undefined> => {
      const { value, coming } = look(key, load)
      if (value !== undefined || !coming) return value
      try {
        return await coming
      } catch {
        // The one who loads knows why and has said so; to the caller it is just not there.
        return undefined
      }
    },
  }
}
