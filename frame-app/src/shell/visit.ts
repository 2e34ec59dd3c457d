import { atom } from 'jotai/vanilla'
import { openAtom } from '../core/state/modal.ts'

const countAtom = atom(0)

/** Counts how often the modal opened. Each visit starts with fresh views. */
export const visitAtom = atom((get) => get(countAtom))
export const countVisitAtom = atom(null, (get, set) => {
  if (get(openAtom)) set(countAtom, get(countAtom) + 1)
})
