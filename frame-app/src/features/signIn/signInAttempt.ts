import { atom } from 'jotai/vanilla'
import type { FailedAttempt } from '../../core/state/attempts.ts'

/** `late` means that the message expired before the visitor signed it. */
export type SignInAttempt =
  | { status: 'idle' }
  | { status: 'signing' }
  | { status: 'done' }
  | { status: 'cancelled' }
  | { status: 'late' }
  | FailedAttempt

const sourceAtom = atom<SignInAttempt>({ status: 'idle' })

export const signInAttemptAtom = atom((get) => get(sourceAtom))
export const setSignInAttemptAtom = atom(null, (_get, set, attempt: SignInAttempt) => set(sourceAtom, attempt))
/** Marks the attempt as cancelled by the visitor. */
export const cancelSignInAtom = atom(null, (_get, set) => set(sourceAtom, { status: 'cancelled' }))
/** Resets the attempt, because its view is gone or the visitor signed out. */
export const dropSignInAttemptAtom = atom(null, (_get, set) => set(sourceAtom, { status: 'idle' }))
