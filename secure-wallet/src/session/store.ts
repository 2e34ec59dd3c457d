/** The browser storage of the wallet: plain values and non-extractable keys by name. */
export type Store = {
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
  remove(...names: string[]): Promise<void>
  /** Applies all changes or none, because the document may close at any moment. */
  change(change: StoreChange): Promise<void>
}
export type StoreChange = { put: Readonly<Record<string, unknown>>; remove: readonly string[] }

const openMs = 2_000

/**
 * Rejects if the browser denies storage, or does not open the database in time. Some browsers never open a database in
 * a frame of a blocked site.
 */
export const openStore = async (factory: () => IDBFactory, name = 'wallet'): Promise<Store> => {
  const open = async (): Promise<IDBDatabase> => {
    const database = await openDatabase(factory, name)
    const forget = (): void => {
      opening = undefined
    }
    // The browser closes the database if the visitor deletes this site's data. The next access opens an empty database.
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  }
  let opening: Promise<IDBDatabase> | undefined = open()
  await opening
  const database = (): Promise<IDBDatabase> => {
    opening ??= open().catch((cause) => {
      opening = undefined
      throw cause
    })
    return opening
  }
  const run = async <Result>(
    mode: IDBTransactionMode,
    act: (table: IDBObjectStore) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> => {
    const opened = await database()
    return new Promise((resolve, reject) => {
      const transaction = opened.transaction('values', mode)
      transaction.onabort = () => reject(transaction.error)
      try {
        const request = act(transaction.objectStore('values'))
        transaction.oncomplete = () => resolve(request?.result)
      } catch (thrown) {
        // Without this abort, IndexedDB would commit the requests that were made so far.
        transaction.abort()
        reject(thrown)
      }
    })
  }
  return {
    get: (key) => run('readonly', (table) => table.get(key)),
    put: async (key, value) => void (await run('readwrite', (table) => table.put(value, key))),
    remove: async (...keys) =>
      void (await run('readwrite', (table) => {
        for (const key of keys) table.delete(key)
        return undefined
      })),
    change: async ({ put, remove }) =>
      void (await run('readwrite', (table) => {
        for (const [key, value] of Object.entries(put)) table.put(value, key)
        for (const key of remove) table.delete(key)
        return undefined
      })),
  }
}

const openDatabase = (factory: () => IDBFactory, name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database did not open in time')), openMs)
    // If storage is denied, even reading `indexedDB` may throw.
    const request = factory().open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('values')
    request.onsuccess = () => {
      clearTimeout(timer)
      resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error)
    }
  })

/** Wraps a store: keeps a value in memory and calls `onFailure` if the browser cannot store the value. */
export const withMemoryFallback = (store: Store, onFailure: () => void): Store => {
  const memory = memoryStore()
  return {
    get: async (name) => (await memory.get(name)) ?? store.get(name),
    put: async (name, value) => {
      try {
        await store.put(name, value)
        await memory.remove(name)
      } catch {
        await memory.put(name, value)
        onFailure()
        // The browser could not replace the stored value, so delete the outdated value.
        await store.remove(name).catch(() => undefined)
      }
    },
    remove: async (...names) => {
      await memory.remove(...names)
      await store.remove(...names)
    },
    change: async ({ put, remove }) => {
      const names = [...Object.keys(put), ...remove]
      try {
        await store.change({ put, remove })
        await memory.remove(...names)
      } catch {
        await memory.change({ put, remove })
        onFailure()
        await store.remove(...names).catch(() => undefined)
      }
    },
  }
}

/** A store in memory, which ends with this document. */
export const memoryStore = (): Store => {
  const values = new Map<string, unknown>()
  return {
    get: async (name) => values.get(name),
    put: async (name, value) => void values.set(name, value),
    remove: async (...names) => {
      for (const name of names) values.delete(name)
    },
    change: async ({ put, remove }) => {
      for (const [name, value] of Object.entries(put)) values.set(name, value)
      for (const name of remove) values.delete(name)
    },
  }
}
