import { useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'

/** A text that screen readers announce. It describes a change that sighted visitors see on the screen. */
export const announcementAtom = atom('')

/** Announces `text` to screen readers, and again when it changes. */
export const useAnnouncement = (text: string): void => {
  const announce = useSetAtom(announcementAtom)
  useEffect(() => {
    announce(text)
    return () => announce('')
  }, [announce, text])
}
