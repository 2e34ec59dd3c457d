import { atom } from 'jotai/vanilla'
import type { FailedAttempt } from './attempts.ts'

export type SwitchAttempt =
  | { status: 'idle' }
  | { status: 'waiting'; caipNetworkId: string }
  | (FailedAttempt & { caipNetworkId: string })

const attemptSourceAtom = atom<SwitchAttempt>({ status: 'idle' })
export const switchAttemptAtom = atom((get) => get(attemptSourceAtom))
export const setSwitchAttemptAtom = atom(null, (_get, set, attempt: SwitchAttempt) => set(attemptSourceAtom, attempt))
export const cancelNetworkSwitchAtom = atom(null, (_get, set) => set(attemptSourceAtom, { status: 'idle' }))
