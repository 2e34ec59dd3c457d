import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { atom } from 'jotai/vanilla'
import { optionsAtom } from './options.ts'

/** Ids of toast texts, for code that has no access to the visitor's language. */
type ToastText = 'notAllowed' | 'authenticating' | 'signedIn' | 'noSignIn'
type ToastContent = { message: string } | { text: ToastText } | { error: AppError }
export type Toast = { variant: 'success' | 'error' | 'loading' } & ToastContent

/** The duration of a toast's exit animation. */
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

/** Keeps a toast on screen while the visitor hovers or focuses it. */
export const holdToastAtom = atom(null, (get) => clearTimeout(get(timerAtom)))
/** Hides the toast after a while. A loading toast stays until another toast replaces it. */
export const releaseToastAtom = atom(null, (get, set) => {
  clearTimeout(get(timerAtom))
  if (get(currentToastAtom)?.variant === 'loading') return
  set(
    timerAtom,
    setTimeout(() => set(currentToastAtom, null), shownMs),
  )
})

/**
 * The fault of the site's set-up that a bar in the modal shows to the site's developer. The bar appears only with the
 * option `debug`. The console always has the details.
 */
export const alertAtom = atom((get) => (get(optionsAtom).debug ? get(currentAlertAtom) : null))

const reportedAtom = atom<ReadonlySet<ErrorCode>>(new Set<ErrorCode>())

/** Reports each fault of the site's set-up once. Ignores errors that the error tables do not mark as alerts. */
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
