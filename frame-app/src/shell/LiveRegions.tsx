import { useAtomValue } from 'jotai/react'
import { announcementAtom } from '../features/announcements.ts'
import { useMessages } from '../features/language.ts'
import { en } from '../features/messages.ts'
import { shakeAtom } from '../state/modal.ts'
import { toastAtom } from '../state/notices.ts'
import { Hidden } from '../ui/Hidden.tsx'

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
