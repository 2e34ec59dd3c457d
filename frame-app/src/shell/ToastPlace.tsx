import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { holdToastAtom, releaseToastAtom, toastAtom } from '../state/notices.ts'
import { Toast } from '../ui/Toast.tsx'

/** Above the card. One that ended still fades. */
export const ToastPlace = () => {
  const toast = useAtomValue(toastAtom)
  const [shown, setShown] = useState(toast)
  const hold = useSetAtom(holdToastAtom)
  const release = useSetAtom(releaseToastAtom)
  if (toast && toast !== shown) setShown(toast)
  if (!shown) return null
  return (
    <Toast
      variant={shown.variant}
      isLeaving={toast === null}
      onGone={() => setShown(null)}
      onHold={hold}
      onRelease={release}
    >
      {shown.message}
    </Toast>
  )
}
