import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { atom } from 'jotai/vanilla'
import { optionsAtom } from './options.ts'

/** What is said from where nobody knows the visitor's language; whoever shows it has the words. */
export type ToastWord = 'notAllowed' | 'authenticating' | 'signedIn' | 'noSignIn'
type Said = { message: string } | { word: ToastWord } | { error: AppError }
export type Toast = { variant: 'success' | 'error' | 'loading' } & Said

/** Long enough for the leaving toast to finish its exit. */
const gapMs = 150
const shownMs = 2_500

const currentToastAtom = atom<Toast | null>(null)
const currentAlertAtom = atom<AppError | null>(null)
const timerAtom = atom<ReturnType<typeof setTimeout> | undefined>(undefined)

export const toastAtom = atom((get) => get(currentToastAtom))

export const showToastAtom = atom(null, (get, set, toast: Toast) => {
  const show = () => {
    set(currentToastAtom, toast)
    set(releaseToastAtom)
  }
  clearTimeout(get(timerAtom))
  if (!get(currentToastAtom)) return show()
  set(currentToastAtom, null)
  set(timerAtom, setTimeout(show, gapMs))
})

/** A toast under the pointer or with the focus stays; one that says "loading" stays until another takes its place. */
export const holdToastAtom = atom(null, (get) => clearTimeout(get(timerAtom)))
export const releaseToastAtom = atom(null, (get, set) => {
  clearTimeout(get(timerAtom))
  if (get(currentToastAtom)?.variant === 'loading') return
  set(
    timerAtom,
    setTimeout(() => set(currentToastAtom, null), shownMs),
  )
})

/** Set-up faults are for the site's developer: the bar shows with `debug` only, the console always has the long text. */
export const alertAtom = atom((get) => (get(optionsAtom).debug ? get(currentAlertAtom) : null))

const reportedAtom = atom<ReadonlySet<ErrorCode>>(new Set<ErrorCode>())

/** Each fault once: it does not go away by being told again. What is no alert by the catalogue is left to others. */
export const showAlertAtom = atom(null, (get, set, error: unknown) => {
  if (!(error instanceof AppError) || error.surface !== 'alert') return
  if (get(reportedAtom).has(error.code)) return
  set(reportedAtom, new Set([...get(reportedAtom), error.code]))
  set(currentAlertAtom, error)
  import('@appkit-frame/loader/protocol/errors/errorDetails.ts').then(
    ({ detailOf }) => console.error(`AppKit: ${detailOf(error)}`),
    () => console.error(`AppKit: ${error.message}`),
  )
})
