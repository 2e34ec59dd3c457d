import { atom } from 'jotai/vanilla'

const sourceAtom = atom('')

/** What stands in the field of the login: who comes back to it finds it as it was, until somebody is logged in. */
export const typedEmailAtom = atom((get) => get(sourceAtom))
export const setTypedEmailAtom = atom(null, (_get, set, email: string) => set(sourceAtom, email))
