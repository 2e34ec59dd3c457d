import { useAtomValue } from 'jotai/react'
import type { MouseEvent } from 'react'
import { hostAtom } from '../state/peers.ts'

/** An app's own scheme is opened by the page, since not every browser lets a sandboxed frame do it. A web link is a link. */
export const useOpenApp = (): ((event: MouseEvent<HTMLAnchorElement>) => void) => {
  const host = useAtomValue(hostAtom)
  return (event) => {
    const { protocol, href } = event.currentTarget
    if (event.defaultPrevented || !host || protocol === 'https:' || protocol === 'http:') return
    event.preventDefault()
    // A page that let go of this frame opens nothing.
    host.openApp(href).catch(() => {})
  }
}
