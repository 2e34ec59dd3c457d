import { keptAnyway, memoryStore, openStore, type Store } from './store.ts'

/**
 * What the browser does with what is written here (security 2.3): kept over a restart, kept for as long as this tab or
 * this browser runs, or not kept at all. Found out by trying, never by the browser's name.
 */
export type StorageClass = 'persistent' | 'ephemeral' | 'none'
export type Storage = { kind(): StorageClass; store: Store }

const marker = 'marker'

/**
 * `persistent` once a marker of an earlier document is found. Until then storage has proven nothing, and what would be
 * lost with it is not relied on.
 */
export const probeStorage = async (factory: () => IDBFactory, now: () => number = Date.now): Promise<Storage> => {
  try {
    const store = await openStore(factory)
    const found = await store.get(marker)
    if (found === undefined) await store.put(marker, now())
    // Some browsers take keys and give them back as something else.
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await store.put('probe', key)
    const kept = await store.get('probe')
    await store.remove('probe')
    await crypto.subtle.sign('HMAC', kept as CryptoKey, new Uint8Array(1))
    return storageOf(found === undefined ? 'ephemeral' : 'persistent', store)
  } catch {
    // Denied: everything lives in memory, and the panels say so.
    return storageOf('none', memoryStore())
  }
}

/** Where something found no room this document goes on in memory, and what it holds is no longer relied on. */
export const storageOf = (probed: StorageClass, lasting: Store): Storage => {
  let kind = probed
  const store = keptAnyway(lasting, () => {
    kind = 'none'
  })
  return { kind: () => kind, store }
}
