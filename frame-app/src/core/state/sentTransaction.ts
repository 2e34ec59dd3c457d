import { atom } from 'jotai/vanilla'

/** The last answer of a wallet to a request to send a transaction. Each answer is another object. */
const sourceAtom = atom<{ answer: unknown } | null>(null)
export const sentTransactionAtom = atom((get) => get(sourceAtom))
export const noteSentTransactionAtom = atom(null, (_get, set, answer: unknown) => set(sourceAtom, { answer }))
