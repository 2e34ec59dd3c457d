import { atom } from 'jotai/vanilla'
import type { History } from './history.ts'

/** Written by `router.ts` alone. */
export const historyAtom = atom<History>([{ view: 'Connect' }])
