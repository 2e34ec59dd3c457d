import { atom } from 'jotai/vanilla'

/** What the frame keeps between visits. Browsers deny a framed site its storage, so each key also lives in memory. */
const prefix = '@appkit/'

const memoryAtom = atom<Record<string, unknown>>({})
const storageAtom = atom<Storage | null>(null)

/** Even the property throws where storage is denied. */
export const openStorage = (scope: { readonly localStorage: Storage }): Storage | null => {
  try {
    return scope.localStorage
  } catch {
    // Denied: memory is all there is.
    return null
  }
}
export const setStorageAtom = atom(null, (_get, set, storage: Storage | null) => {
  set(storageAtom, storage)
  set(memoryAtom, {})
})

const read = (storage: Storage | null, key: string): unknown => {
  try {
    return JSON.parse(storage?.getItem(prefix + key) ?? 'null')
  } catch {
    // Denied, or not what we wrote.
    return null
  }
}

/** What stands under a key. Unknown, because anyone with this origin's storage could have written it. */
export const storedAtom = atom((get) => {
  const memory = get(memoryAtom)
  const storage = get(storageAtom)
  return (key: string): unknown => (Object.hasOwn(memory, key) ? memory[key] : read(storage, key))
})

export const storeAtom = atom(null, (get, set, key: string, value: unknown) => {
  set(memoryAtom, { ...get(memoryAtom), [key]: value })
  try {
    get(storageAtom)?.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Full or denied: it stays in memory for this visit.
  }
})
