import { atom } from 'jotai/vanilla'
import type { Question } from './walletList.ts'

/** How far a list was scrolled when its view was left, for a visitor who comes back to it. */
export const leftAtAtom = atom<{ question: Question; offset: number } | null>(null)
