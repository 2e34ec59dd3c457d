import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { announcementAtom } from '../features/announcements.ts'
import { useMessages } from '../features/language.ts'
import { en } from '../features/messages.ts'
import { shakeAtom } from '../state/modal.ts'
import { holdToastAtom, releaseToastAtom, toastAtom } from '../state/notices.ts'
import { Hidden } from '../ui/Hidden.tsx'
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

/** There from the start, because only a change inside of a live region is read out. */
export const LiveRegions = () => {
  const text = useMessages('general', en)
  const announcement = useAtomValue(announcementAtom)
  const toast = useAtomValue(toastAtom)
  const isShaking = useAtomValue(shakeAtom)
  const urgent = isShaking ? text.closeRefused : toast?.variant === 'error' ? toast.message : ''
  const calm = toast && toast.variant !== 'error' ? toast.message : announcement
  return (
    <>
      <div role="status">
        <Hidden>{calm}</Hidden>
      </div>
      <div role="alert">
        <Hidden>{urgent}</Hidden>
      </div>
    </>
  )
}
