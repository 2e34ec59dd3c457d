import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { recentWalletsAtom, rememberRecentWalletAtom } from './recent.ts'
import { openStorage, setStorageAtom } from './storage.ts'

const origin = 'https://shop.example'
const wallet = (id: string) => ({ id, name: id.toUpperCase() })

const createStorage = (entries: Record<string, string> = {}): Storage => {
  const values = new Map(Object.entries(entries))
  return {
    get length() {
      return values.size
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

test('keeps two recent wallets, newest first', () => {
  const storage = createStorage()
  const store = createStore()
  store.set(setStorageAtom, storage, origin)
  for (const id of ['a', 'b', 'a', 'c']) store.set(rememberRecentWalletAtom, wallet(id))
  expect(store.get(recentWalletsAtom)).toEqual([wallet('c'), wallet('a')])

  const later = createStore()
  later.set(setStorageAtom, storage, origin)
  expect(later.get(recentWalletsAtom)).toEqual([wallet('c'), wallet('a')])
})

test('keeps values in memory for this visit if storage is denied', () => {
  const denied = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  const store = createStore()
  store.set(setStorageAtom, openStorage(denied), origin)
  store.set(rememberRecentWalletAtom, wallet('a'))
  expect(store.get(recentWalletsAtom)).toEqual([wallet('a')])
})

test('keeps values in memory for this visit if storage is full', () => {
  const full = createStorage()
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const store = createStore()
  store.set(setStorageAtom, full, origin)
  store.set(rememberRecentWalletAtom, wallet('a'))
  expect(store.get(recentWalletsAtom)).toEqual([wallet('a')])
})

test.each(['{', '"text"', '[{"id":1}]', '[null]', '{"length":3}'])(
  'ignores the malformed stored list of recent wallets %s',
  (text) => {
    const store = createStore()
    store.set(setStorageAtom, createStorage({ '@appkit/https://shop.example/recent_wallets': text }), origin)
    expect(store.get(recentWalletsAtom)).toEqual([])
  },
)

test('stores a recent wallet with its name and links, without the other directory fields', () => {
  const storage = createStorage()
  const store = createStore()
  store.set(setStorageAtom, storage, origin)
  const phone = { ...wallet('a'), supports_wc: true, mobile_link: 'harbor://', image_id: 'a' }
  store.set(rememberRecentWalletAtom, { ...phone, chains: ['eip155:1'], rdns: 'io.harbor' } as typeof phone)
  const later = createStore()
  later.set(setStorageAtom, storage, origin)
  expect(later.get(recentWalletsAtom)).toEqual([phone])
})

test('separates the values of two origins of one site', () => {
  const storage = createStorage()
  const [shop, blog] = [createStore(), createStore()]
  shop.set(setStorageAtom, storage, origin)
  shop.set(rememberRecentWalletAtom, wallet('a'))
  blog.set(setStorageAtom, storage, 'https://blog.shop.example')
  expect(blog.get(recentWalletsAtom)).toEqual([])
})
