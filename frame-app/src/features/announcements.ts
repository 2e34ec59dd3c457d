import { useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'

/** What a screen reader is told besides the focus. Short, and only of what the eye would notice by itself. */
export const announcementAtom = atom('')

/** Says a text when it comes and each time it changes. */
export const useAnnouncement = (text: string): void => {
  const announce = useSetAtom(announcementAtom)
  useEffect(() => {
    announce(text)
    return () => announce('')
  }, [announce, text])
}
