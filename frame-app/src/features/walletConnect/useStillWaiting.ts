import { useEffect, useState } from 'react'

/** A page that was asleep first hears what it missed. */
const wakeMs = 3_000
/** An app beside this page may be slow to come; the page does not see whether it did. */
const patienceMs = 20_000

/** True once a wallet that was opened at `openedAt` has had time to answer, and the visitor is back. */
export const useStillWaiting = (openedAt: number | null): boolean => {
  const [lateFor, setLateFor] = useState<number | null>(null)
  useEffect(() => {
    if (openedAt === null) return
    const beLate = () => setLateFor(openedAt)
    let timer = setTimeout(beLate, patienceMs)
    const comeBack = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = setTimeout(beLate, wakeMs)
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [openedAt])
  return openedAt !== null && lateFor === openedAt
}
