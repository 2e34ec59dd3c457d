import { atom } from 'jotai/vanilla'

/**
 * Values that the frame keeps between visits. Each also lives in memory, because browsers may deny storage to a frame.
 * Keys contain the host origin, because browsers that allow it give all origins of a site the same storage.
 */
type Place = { storage: Storage | null; hostOrigin: string }

const memoryAtom = atom<Record<string, unknown>>({})
const placeAtom = atom<Place>({ storage: null, hostOrigin: '' })
/** Origin of the host page, as the handshake attested it. */
export const hostOriginAtom = atom((get) => get(placeAtom).hostOrigin)
const nameOf = ({ hostOrigin }: Place, key: string): string => `@appkit/${hostOrigin}/${key}`

/** If storage is denied, the mere access throws. */
export const openStorage = (scope: { readonly localStorage: Storage }): Storage | null => {
  try {
    return scope.localStorage
  } catch {
    // Denied: memory is all there is.
    return null
  }
}
export const setStorageAtom = atom(null, (_get, set, storage: Storage | null, hostOrigin: string) => {
  set(placeAtom, { storage, hostOrigin })
  set(memoryAtom, {})
})

const read = (place: Place, key: string): unknown => {
  try {
    return JSON.parse(place.storage?.getItem(nameOf(place, key)) ?? 'null')
  } catch {
    // Denied or malformed.
    return null
  }
}

/** The stored value, `unknown` because other code of this origin could have written it. */
export const storedAtom = atom((get) => {
  const memory = get(memoryAtom)
  const place = get(placeAtom)
  return (key: string): unknown => (Object.hasOwn(memory, key) ? memory[key] : read(place, key))
})

export const storeAtom = atom(null, (get, set, key: string, value: unknown) => {
  set(memoryAtom, { ...get(memoryAtom), [key]: value })
  try {
    const place = get(placeAtom)
    place.storage?.setItem(nameOf(place, key), JSON.stringify(value))
  } catch {
    // Full or denied: the value stays in memory for this visit.
  }
})
