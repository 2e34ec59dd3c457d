import { memoryStore, openStore, type Store, withMemoryFallback } from './store.ts'

/**
 * How long this browser keeps stored data (security 2.3): across restarts, until the tab or browser closes, or not at
 * all. A probe finds out; the browser's name is never used.
 */
export type StorageClass = 'persistent' | 'ephemeral' | 'none'
export type Storage = { kind(): StorageClass; store: Store }

const marker = 'marker'

/** `persistent` if a marker of an earlier document exists. Without this marker, nothing may rely on the storage. */
export const probeStorage = async (factory: () => IDBFactory, now: () => number = Date.now): Promise<Storage> => {
  try {
    const store = await openStore(factory)
    const found = await store.get(marker)
    if (found === undefined) await store.put(marker, now())
    // Some browsers accept a `CryptoKey` but return another value.
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await store.put('probe', key)
    const stored = await store.get('probe')
    await store.remove('probe')
    await crypto.subtle.sign('HMAC', stored as CryptoKey, new Uint8Array(1))
    return storageOf(found === undefined ? 'ephemeral' : 'persistent', store)
  } catch {
    // The browser denies storage. Use memory; the panels say so.
    return storageOf('none', memoryStore())
  }
}

/** Falls back to memory when a write fails, and reports `none` from then on. */
export const storageOf = (probed: StorageClass, lasting: Store): Storage => {
  let kind = probed
  const store = withMemoryFallback(lasting, () => {
    kind = 'none'
  })
  return { kind: () => kind, store }
}
