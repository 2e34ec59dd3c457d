import { atom } from 'jotai/vanilla'

/**
 * What the frame keeps between visits. Browsers deny a framed site its storage, so each key also lives in memory; where
 * they don't, they keep one for all origins of a site, and what one of them chose is no business of another.
 */
type Place = { storage: Storage | null; hostOrigin: string }

const memoryAtom = atom<Record<string, unknown>>({})
const placeAtom = atom<Place>({ storage: null, hostOrigin: '' })
/** Of the page, as the handshake attests it. */
export const hostOriginAtom = atom((get) => get(placeAtom).hostOrigin)
const nameOf = ({ hostOrigin }: Place, key: string): string => `@appkit/${hostOrigin}/${key}`

/** Even the property throws where storage is denied. */
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
    // Denied, or not what we wrote.
    return null
  }
}

/** What stands under a key. Unknown, because anyone with this origin's storage could have written it. */
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
    // Full or denied: it stays in memory for this visit.
  }
})
