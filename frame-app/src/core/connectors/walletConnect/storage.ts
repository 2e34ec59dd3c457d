import { createStore, del, entries, get, keys, set } from 'idb-keyval'

/** The storage interface of sign-client, which keeps its keys, sessions and unread messages there. */
export type ClientStorage = {
  getKeys(): Promise<string[]>
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem(key: string, value: unknown): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * Keeps values in IndexedDB. If storage is denied or full, keeps them in memory, and the connection lives as long as
 * this document. A value in memory is newer than the one on disk.
 */
export const openClientStorage = (name: string): ClientStorage => {
  const memory = new Map<string, unknown>()
  // If the browser denies storage, opening the database throws. So the database opens on first use, inside a `try`.
  const disk = <Result>(use: (store: ReturnType<typeof createStore>) => Promise<Result>): Promise<Result> => {
    opened ??= createStore(name, 'values')
    return use(opened)
  }
  let opened: ReturnType<typeof createStore> | undefined
  const orElse = async <Result>(readDisk: () => Promise<Result>, fallback: Result): Promise<Result> => {
    try {
      return await readDisk()
    } catch {
      return fallback
    }
  }
  return {
    getKeys: async () => {
      const stored = await orElse(() => disk((store) => keys<string>(store)), [])
      return [...new Set([...stored, ...memory.keys()])]
    },
    getEntries: async <Value>() => {
      const stored = await orElse(() => disk((store) => entries<string, Value>(store)), [])
      return [...new Map([...stored, ...(memory as Map<string, Value>)])]
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
        memory.set(key, structuredClone(value))
      }
    },
    removeItem: async (key) => {
      memory.delete(key)
      await orElse(() => disk((store) => del(key, store)), undefined)
    },
  }
}
