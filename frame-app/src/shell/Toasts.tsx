import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { holdToastAtom, releaseToastAtom, toastAtom } from '../core/state/notices.ts'
import { useWalletToasts } from '../features/profileWallets/useWalletToasts.ts'
import { useErrorText, useMessages } from '../features/useMessages.ts'
import { Toast } from '../ui/Toast.tsx'
import { toastMessages } from './toastMessages.ts'

/** Shows the toast above the card. A toast that ended stays until its exit animation ends. */
export const Toasts = () => {
  useWalletToasts()
  const text = useMessages(toastMessages)
  const errorText = useErrorText()
  const toast = useAtomValue(toastAtom)
  const [shown, setShown] = useState(toast)
  const hold = useSetAtom(holdToastAtom)
  const release = useSetAtom(releaseToastAtom)
  if (toast && toast !== shown) setShown(toast)
  const element = shown && (
    <Toast
      variant={shown.variant}
      isLeaving={toast === null}
      onGone={() => setShown(null)}
      onHold={hold}
      onRelease={release}
    >
      {'text' in shown ? text[shown.text] : 'error' in shown ? errorText(shown.error) : shown.message}
    </Toast>
  )
  // Both live regions exist before a toast does, because screen readers announce only changes within a region.
  return (
    <>
      <div role="status">{shown?.variant !== 'error' && element}</div>
      <div role="alert">{shown?.variant === 'error' && element}</div>
    </>
  )
}
