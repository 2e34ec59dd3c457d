import { atom } from 'jotai/vanilla'

const isPhoneSourceAtom = atom(false)

/**
 * Whether the visitor is on a phone, where wallets are apps of the same device. Until the views run, the value is the
 * server's guess, which the prerendered document shows.
 */
export const isPhoneAtom = atom((get) => get(isPhoneSourceAtom))
export const setIsPhoneAtom = atom(null, (_get, set, isPhone: boolean) => set(isPhoneSourceAtom, isPhone))
