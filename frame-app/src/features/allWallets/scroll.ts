import { atom } from 'jotai/vanilla'

/** How far the list was scrolled when its view was left, for a visitor who comes back to it. */
export const leftAtAtom = atom(0)
