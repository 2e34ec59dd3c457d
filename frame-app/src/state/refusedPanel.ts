import { atom } from 'jotai/vanilla'

const sourceAtom = atom(false)

/** The cards of the panel that just went were refused for the visitor, whom the modal stays open to tell. */
export const isPanelRefusedAtom = atom((get) => get(sourceAtom))
export const setPanelRefusedAtom = atom(null, (_get, set, isRefused: boolean) => set(sourceAtom, isRefused))
