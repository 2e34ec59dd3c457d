import { atom } from 'jotai/vanilla'

const sourceAtom = atom('')

/** Text of the e-mail field, kept until a login succeeds. */
export const typedEmailAtom = atom((get) => get(sourceAtom))
export const setTypedEmailAtom = atom(null, (_get, set, email: string) => set(sourceAtom, email))
