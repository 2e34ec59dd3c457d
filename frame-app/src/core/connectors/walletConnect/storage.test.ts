import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openClientStorage } from './storage.ts'

const denied = () => {
  throw new DOMException('The request was denied.', 'SecurityError')
}
const full = () => {
  throw new DOMException('No room is left.', 'QuotaExceededError')
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

const fill = async (storage: ReturnType<typeof openClientStorage>) => {
  await storage.setItem('key', { seed: '7f' })
  await storage.setItem('sessions', [1, 2])
  await storage.setItem('gone', true)
  await storage.removeItem('gone')
}
const all = async (storage: ReturnType<typeof openClientStorage>) => ({
  keys: (await storage.getKeys()).sort(),
  entries: Object.fromEntries(await storage.getEntries()),
  key: await storage.getItem('key'),
  gone: await storage.getItem('gone'),
})
const filled = {
  keys: ['key', 'sessions'],
  entries: { key: { seed: '7f' }, sessions: [1, 2] },
  key: { seed: '7f' },
  gone: undefined,
}

test('keeps values for a later document that opens a storage of the same name, and for no other name', async () => {
  await fill(openClientStorage('one'))
  expect(await all(openClientStorage('one'))).toEqual(filled)
  expect((await all(openClientStorage('two'))).keys).toEqual([])
})

describe('client storage that the browser denies', () => {
  test.each([
    ['throws when opened', () => vi.stubGlobal('indexedDB', { open: denied })],
    ['is missing', () => vi.stubGlobal('indexedDB', undefined)],
    ['throws on write', () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(denied)],
  ])('keeps values until the document closes if IndexedDB %s', async (_, deny) => {
    deny()
    const storage = openClientStorage('one')
    await fill(storage)
    expect(await all(storage)).toEqual(filled)
    expect((await all(openClientStorage('one'))).keys).toEqual([])
  })
})

describe('client storage on a full disk', () => {
  test('keeps a copy in memory of a value that the disk has no room for', async () => {
    const storage = openClientStorage('one')
    await fill(storage)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    const sessions = [3]
    await storage.setItem('sessions', sessions)
    sessions.push(4)
    expect(await storage.getItem('sessions')).toEqual([3])
    expect((await all(storage)).entries).toEqual({ key: { seed: '7f' }, sessions: [3] })
    // The disk still has the older value, which the next document finds.
    expect(await openClientStorage('one').getItem('sessions')).toEqual([1, 2])
  })

  test('writes to disk again after the disk had no room for a while', async () => {
    const storage = openClientStorage('one')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    await storage.setItem('key', 1)
    put.mockRestore()
    await storage.setItem('key', 2)
    expect(await openClientStorage('one').getItem('key')).toBe(2)
    expect(await storage.getItem('key')).toBe(2)
  })

  test('removes a value from disk and memory', async () => {
    const storage = openClientStorage('one')
    await storage.setItem('key', 1)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    await storage.setItem('key', 2)
    put.mockRestore()
    await storage.removeItem('key')
    expect((await all(storage)).keys).toEqual([])
  })
})
