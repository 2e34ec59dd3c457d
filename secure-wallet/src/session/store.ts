/** What this browser keeps for the wallet: a table of plain values and of keys that can't be exported. */
export type Store = {
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
  remove(...names: string[]): Promise<void>
  /** All of it or nothing, at one moment: the document may end at any. */
  change(change: Change): Promise<void>
}
export type Change = { put: Readonly<Record<string, unknown>>; remove: readonly string[] }

const openMs = 2_000

/** Rejects where the browser denies storage, and where it never answers, as some do in a frame of a blocked site. */
export const openStore = async (factory: () => IDBFactory, name = 'wallet'): Promise<Store> => {
  const open = async (): Promise<IDBDatabase> => {
    const made = await openDatabase(factory, name)
    const forget = (): void => {
      standing = undefined
    }
    // The visitor has this site's data deleted while the page is open: what comes next starts with nothing, but it goes.
    made.onclose = forget
    made.onversionchange = () => {
      made.close()
      forget()
    }
    return made
  }
  let standing: Promise<IDBDatabase> | undefined = open()
  await standing
  const database = (): Promise<IDBDatabase> => {
    standing ??= open().catch((cause) => {
      standing = undefined
      throw cause
    })
    return standing
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
        // What it did so far would stand.
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
    const timer = setTimeout(() => reject(new Error('The database does not open')), openMs)
    // Where storage is denied even reading `indexedDB` may throw.
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

/** What the browser has no room for lives as long as this document, and `lacksRoom` is told. */
export const keptAnyway = (store: Store, lacksRoom: () => void): Store => {
  const memory = memoryStore()
  return {
    get: async (name) => (await memory.get(name)) ?? store.get(name),
    put: async (name, value) => {
      try {
        await store.put(name, value)
        await memory.remove(name)
      } catch {
        await memory.put(name, value)
        lacksRoom()
        // What it says is out of date.
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
        lacksRoom()
        await store.remove(...names).catch(() => undefined)
      }
    },
  }
}

/** Lives as long as this document. */
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
