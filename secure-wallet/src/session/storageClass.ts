import { memoryStore, openStore, type Store, withMemoryFallback } from './store.ts'

/**
 * How long this browser keeps stored data (SECURITY-MODEL.md 2.3): across restarts, until the tab or browser closes, or
 * not at all. The wallet probes the storage instead of using the browser's name.
 */
export type StorageClass = 'persistent' | 'ephemeral' | 'none'
export type BrowserStorage = {
  kind(): StorageClass
  /** A write failed, so the browser may keep an outdated value instead. */
  hasFailed(): boolean
  store: Store
}

const marker = 'marker'

/**
 * Finds out how long this browser keeps data. The storage counts as `persistent` only if an earlier document left a
 * marker in it.
 */
export const probeStorage = async (
  factory: () => IDBFactory,
  now: () => number = Date.now,
): Promise<BrowserStorage> => {
  try {
    const store = await openStore(factory)
    const found = await store.get(marker)
    if (found === undefined) await store.put(marker, now())
    // Some browsers store a `CryptoKey` without an error but return another value, so test a stored key.
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await store.put('probe', key)
    const stored = await store.get('probe')
    await store.remove('probe')
    await crypto.subtle.sign('HMAC', stored as CryptoKey, new Uint8Array(1))
    return createBrowserStorage(found === undefined ? 'ephemeral' : 'persistent', store)
  } catch {
    // The browser denies storage, so the wallet uses memory, and its panels tell the visitor.
    return createBrowserStorage('none', memoryStore())
  }
}

/** Creates a storage that falls back to memory when a write fails. From then on its class is `none`. */
export const createBrowserStorage = (probed: StorageClass, lasting: Store): BrowserStorage => {
  let kind = probed
  const store = withMemoryFallback(lasting, () => {
    kind = 'none'
  })
  return { kind: () => kind, hasFailed: () => kind !== probed, store }
}
