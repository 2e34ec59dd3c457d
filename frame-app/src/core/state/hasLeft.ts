import { atom } from 'jotai/vanilla'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

const key = 'left'

/** The visitor disconnected the embedded wallet here, so the secure frame may have a button to connect it again. */
export const hasLeftAtom = atom(
  (get) => get(readStorageAtom)(key) === true,
  (_get, set, hasLeft: boolean) => set(writeStorageAtom, key, hasLeft),
)
