import type { FrameInsets, Outcome } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'
import { hostAtom } from './peers.ts'

/** The duration of the animation that shakes the modal. */
const shakeMs = 500

/** The time in which the page fades out a closed modal. Until then the visitor still sees the last view. */
const fadeMs = 150

const openSourceAtom = atom(false)
const shakeSourceAtom = atom(false)
const visitSourceAtom = atom(0)
const isVisitOverAtom = atom(false)
const insetsSourceAtom = atom<FrameInsets>({ top: 0, right: 0, bottom: 0, left: 0, keyboard: 0 })

export const isOpenAtom = atom((get) => get(openSourceAtom))
export const markOpenAtom = atom(null, (_get, set) => {
  // The page may open the modal again before it has answered the call that closed the modal.
  set(renewVisitAtom)
  set(openSourceAtom, true)
})

/**
 * Counts the visits: how often the modal has closed. Each visit starts with fresh views, which are rendered before the
 * modal opens.
 */
export const visitAtom = atom((get) => get(visitSourceAtom))
const renewVisitAtom = atom(null, (get, set) => {
  if (get(isVisitOverAtom)) set(visitSourceAtom, get(visitSourceAtom) + 1)
  set(isVisitOverAtom, false)
})

const renderedVisitAtom = atom(0)
/** Called with each visit whose views React has rendered. */
export const setRenderedVisitAtom = atom(null, (_get, set, visit: number) => set(renderedVisitAtom, visit))
export const isVisitRenderedAtom = atom((get) => get(renderedVisitAtom) === get(visitSourceAtom))

/** Renews the views only after the page has hidden the frame, so that the visitor does not see them change. */
const renewVisitLaterAtom = atom(null, (get, set) => {
  setTimeout(() => {
    if (!get(openSourceAtom)) set(renewVisitAtom)
  }, fadeMs)
})
/** Whether the page still fades out the views of the last visit. */
export const isClosingAtom = atom((get) => get(isVisitOverAtom))

/** True while the modal shakes after a refused close attempt. */
export const isShakingAtom = atom((get) => get(shakeSourceAtom))
export const startShakeAtom = atom(null, (_get, set) => {
  set(shakeSourceAtom, true)
  setTimeout(() => set(shakeSourceAtom, false), shakeMs)
})

/** Marks the modal as closed, without a call that closes it in the page. */
const endVisitAtom = atom(null, (_get, set) => {
  set(openSourceAtom, false)
  set(isVisitOverAtom, true)
  set(shakeSourceAtom, false)
})
/**
 * For a page that has closed the modal. It may have opened the modal again since, so it must get no call to close it.
 */
export const markClosedAtom = atom(null, (get, set) => {
  if (!get(openSourceAtom)) return
  set(endVisitAtom)
  set(renewVisitLaterAtom)
})

/** Closes the modal at once. `router/safeClose.ts` first asks whether the view allows closing. */
export const closeAtom = atom(null, async (get, set, outcome: Outcome) => {
  if (!get(openSourceAtom)) return
  set(endVisitAtom)
  try {
    await get(hostAtom)?.close(outcome)
  } catch {
    // The call fails if the page removed the frame meanwhile. Then the modal is closed too.
  }
  set(renewVisitLaterAtom)
})

export const viewportInsetsAtom = atom((get) => get(insetsSourceAtom))
export const setViewportInsetsAtom = atom(null, (_get, set, insets: FrameInsets) => set(insetsSourceAtom, insets))
