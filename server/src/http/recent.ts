/** A map that keeps the `limit` entries used last. */
export const createRecent = <Value>(limit: number) => {
  const entries = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key: string, value: Value): void => {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) break
        entries.delete(oldest)
      }
    },
  }
}
