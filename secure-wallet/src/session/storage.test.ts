import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { clientKeyName, findClientKey } from './clientKey.ts'
import { probeStorage } from './storageClass.ts'
import { memoryStore, openStore, withMemoryFallback } from './store.ts'

test('reports persistent storage if a document finds the marker of an earlier document', async () => {
  const factory = new IDBFactory()
  expect((await probeStorage(() => factory)).kind()).toBe('ephemeral')
  expect((await probeStorage(() => factory)).kind()).toBe('persistent')
  expect((await probeStorage(() => new IDBFactory())).kind()).toBe('ephemeral')
})

test.each([
  [
    'throws when a script reads `indexedDB`',
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
  ],
  [
    'fails to open',
    () => {
      const request = { error: new DOMException('denied', 'UnknownError') } as unknown as IDBOpenDBRequest
      queueMicrotask(() => request.onerror?.(new Event('error')))
      return { open: () => request } as unknown as IDBFactory
    },
  ],
])('keeps values in memory if the database %s', async (_name, factory) => {
  const { kind, store } = await probeStorage(factory as () => IDBFactory)
  expect(kind()).toBe('none')
  await store.put('a', 1)
  expect(await store.get('a')).toBe(1)
  await store.remove('a')
  expect(await store.get('a')).toBeUndefined()
})

test('keeps one non-extractable client key per site and can forget it', async () => {
  const store = await openStore(() => new IDBFactory())
  const first = await findClientKey(store, 'shop')
  expect(first.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', first.privateKey)).rejects.toThrow()
  const jwk = await crypto.subtle.exportKey('jwk', first.publicKey)
  const again = await findClientKey(store, 'shop')
  expect(await crypto.subtle.exportKey('jwk', again.publicKey)).toEqual(jwk)
  const other = await findClientKey(store, 'guest')
  expect(await crypto.subtle.exportKey('jwk', other.publicKey)).not.toEqual(jwk)
  await store.remove(clientKeyName('shop'))
  const next = await findClientKey(store, 'shop')
  expect(await crypto.subtle.exportKey('jwk', next.publicKey)).not.toEqual(jwk)
})

test("stores values again after the visitor deleted the site's data while the page was open", async () => {
  const factory = new IDBFactory()
  const store = await openStore(() => factory)
  await store.put('a', 1)
  await new Promise((done, failed) => {
    const request = factory.deleteDatabase('wallet')
    request.onsuccess = done
    request.onerror = failed
    request.onblocked = failed
  })
  expect(await store.get('a')).toBeUndefined()
  await store.put('a', 2)
  expect(await store.get('a')).toBe(2)
})

test('applies a change of several entries completely or not at all', async () => {
  const store = await openStore(() => new IDBFactory())
  await store.put('a', 1)
  await store.change({ put: { b: 2 }, remove: ['a'] })
  expect([await store.get('a'), await store.get('b')]).toEqual([undefined, 2])
  const uncloneable = () => undefined
  await expect(store.change({ put: { a: 3, c: uncloneable }, remove: ['b'] })).rejects.toThrow()
  expect([await store.get('a'), await store.get('b')]).toEqual([undefined, 2])
})

test('if the browser cannot store a change, deletes the entries that the change removes and keeps the new values in memory', async () => {
  const lasting = memoryStore()
  await lasting.put('a', 1)
  vi.spyOn(lasting, 'change').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const lacksRoom = vi.fn()
  const store = withMemoryFallback(lasting, lacksRoom)
  await store.change({ put: { b: 2 }, remove: ['a'] })
  expect([await store.get('a'), await store.get('b')]).toEqual([undefined, 2])
  expect([await lasting.get('a'), await lasting.get('b')]).toEqual([undefined, undefined])
  expect(lacksRoom).toHaveBeenCalledOnce()
})
