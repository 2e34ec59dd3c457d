import { atom } from 'jotai/vanilla'

/**
 * Storage for values that the frame keeps between visits. Each value also lives in memory, because browsers may deny
 * storage to a frame. Keys contain the host origin, because all origins of a host site share one storage of this frame.
 */
type Backing = { storage: Storage | null; hostOrigin: string }

const memoryAtom = atom<Record<string, unknown>>({})
const backingAtom = atom<Backing>({ storage: null, hostOrigin: '' })
/** Origin of the host page, as the handshake attested it. */
export const hostOriginAtom = atom((get) => get(backingAtom).hostOrigin)
const nameOf = ({ hostOrigin }: Backing, key: string): string => `@appkit/${hostOrigin}/${key}`

/**
 * Opens the storage, or returns null if the browser denies it. Then even reading the property `localStorage` throws.
 */
export const openStorage = (scope: { readonly localStorage: Storage }): Storage | null => {
  try {
    return scope.localStorage
  } catch {
    return null
  }
}
export const setStorageAtom = atom(null, (_get, set, storage: Storage | null, hostOrigin: string) => {
  set(backingAtom, { storage, hostOrigin })
  set(memoryAtom, {})
})

const read = (backing: Backing, key: string): unknown => {
  try {
    return JSON.parse(backing.storage?.getItem(nameOf(backing, key)) ?? 'null')
  } catch {
    // The storage is denied, or the stored text is malformed.
    return null
  }
}

/** Reads a stored value, whose type is unknown because other code of this origin could have written it. */
export const readStorageAtom = atom((get) => {
  const memory = get(memoryAtom)
  const backing = get(backingAtom)
  return (key: string): unknown => (Object.hasOwn(memory, key) ? memory[key] : read(backing, key))
})

export const writeStorageAtom = atom(null, (get, set, key: string, value: unknown) => {
  set(memoryAtom, { ...get(memoryAtom), [key]: value })
  try {
    const backing = get(backingAtom)
    backing.storage?.setItem(nameOf(backing, key), JSON.stringify(value))
  } catch {
    // If the storage is full or denied, the value stays in memory for this visit.
  }
})
