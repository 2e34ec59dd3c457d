import { atom } from 'jotai/vanilla'

const sourceAtom = atom('')

/** The text of the e-mail field, which is kept until a login succeeds. */
export const typedEmailAtom = atom((get) => get(sourceAtom))
export const setTypedEmailAtom = atom(null, (_get, set, email: string) => set(sourceAtom, email))
