import { atom } from 'jotai/vanilla'
import type { History } from './history.ts'

/** The history of the modal. Only files of the router write it. */
export const historyAtom = atom<History>([{ view: 'Connect' }])
