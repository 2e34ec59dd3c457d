import { createStore, del, entries, get, keys, set } from 'idb-keyval'

/** What the client keeps: its key, sessions, messages not yet read. */
export type ClientStorage = {
  getKeys(): Promise<string[]>
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem(key: string, value: unknown): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * IndexedDB, and what it denies or has no room for in memory: the connection then lives as long as this document.
 * What was kept in memory counts, since it is the newer one.
 */
export const openClientStorage = (name: string): ClientStorage => {
  const memory = new Map<string, unknown>()
  // Even opening it throws where storage is denied, and that on each use.
  const disk = <Result>(use: (store: ReturnType<typeof createStore>) => Promise<Result>): Promise<Result> => {
    opened ??= createStore(name, 'values')
    return use(opened)
  }
  let opened: ReturnType<typeof createStore> | undefined
  const orElse = async <Result>(asked: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await asked()
    } catch {
      // Denied: what is in memory is all there is.
      return otherwise
    }
  }
  return {
    getKeys: async () => {
      const kept = await orElse(() => disk((store) => keys<string>(store)), [])
      return [...new Set([...kept, ...memory.keys()])]
    },
    getEntries: async <Value>() => {
      const kept = await orElse(() => disk((store) => entries<string, Value>(store)), [])
      return [...new Map([...kept, ...(memory as Map<string, Value>)])]
    },
    getItem: async <Value>(key: string) =>
      memory.has(key)
        ? (memory.get(key) as Value)
        : await orElse<Value | undefined>(() => disk((store) => get<Value>(key, store)), undefined),
    setItem: async (key, value) => {
      try {
        await disk((store) => set(key, value, store))
        memory.delete(key)
      } catch {
        // Full or denied.
        memory.set(key, structuredClone(value))
      }
    },
    removeItem: async (key) => {
      memory.delete(key)
      await orElse(() => disk((store) => del(key, store)), undefined)
    },
  }
}
