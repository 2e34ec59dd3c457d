import { atom } from 'jotai/vanilla'

const isPhoneSourceAtom = atom(false)

/** Whether wallets are apps of this device. Until the views run it is the server's guess, by which the document was rendered. */
export const isPhoneAtom = atom((get) => get(isPhoneSourceAtom))
export const setIsPhoneAtom = atom(null, (_get, set, isPhone: boolean) => set(isPhoneSourceAtom, isPhone))
