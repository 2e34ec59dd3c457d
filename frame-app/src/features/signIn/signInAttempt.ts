import { atom } from 'jotai/vanilla'
import type { Failure } from '../../core/state/attempts.ts'

/** `late`: the message was no longer valid when it was signed. */
export type SignInAttempt =
  | { status: 'idle' }
  | { status: 'signing' }
  | { status: 'done' }
  | { status: 'cancelled' }
  | { status: 'late' }
  | Failure

const sourceAtom = atom<SignInAttempt>({ status: 'idle' })

export const signInAttemptAtom = atom((get) => get(sourceAtom))
/** Written by `siwx.ts` alone, but for the two below. */
export const setSignInAttemptAtom = atom(null, (_get, set, attempt: SignInAttempt) => set(sourceAtom, attempt))
/** The visitor would rather not. */
export const cancelSignInAtom = atom(null, (_get, set) => set(sourceAtom, { status: 'cancelled' }))
/** Nobody looks at it any more. */
export const dropSignInAtom = atom(null, (_get, set) => set(sourceAtom, { status: 'idle' }))
