import { useAtomValue } from 'jotai/react'
import { shakeAtom } from '../core/state/modal.ts'
import { announcementAtom } from '../features/announcements.ts'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { signing } from '../router/purposes.ts'
import { screenAtom } from '../router/router.ts'
import { Hidden } from '../ui/Hidden.tsx'

/** For what stands nowhere in words. There from the start, because only a change inside of a live region is read out. */
export const LiveRegions = () => {
  const text = useMessages(generalMessages)
  const announcement = useAtomValue(announcementAtom)
  const { view } = useAtomValue(screenAtom)
  const isShaking = useAtomValue(shakeAtom)
  return (
    <>
      <div role="status">
        <Hidden>{announcement}</Hidden>
      </div>
      <div role="alert">
        <Hidden>{isShaking && (signing.has(view) ? text.signInRefused : text.closeRefused)}</Hidden>
      </div>
    </>
  )
}
