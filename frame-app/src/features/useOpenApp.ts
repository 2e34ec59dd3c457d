import { useAtomValue } from 'jotai/react'
import { type MouseEvent, useRef } from 'react'
import { hostAtom } from '../core/state/peers.ts'

/** A second tap within this time is the same one; the wallet would show its question twice. */
const sameTapMs = 1_000

/** An app's own scheme is opened by the page, since not every browser lets a sandboxed frame do it. A web link is a link. */
export const useOpenApp = (): ((event: MouseEvent<HTMLAnchorElement>) => void) => {
  const host = useAtomValue(hostAtom)
  const last = useRef({ href: '', at: 0 })
  return (event) => {
    if (event.defaultPrevented) return
    const { protocol, href } = event.currentTarget
    const { href: lastHref, at } = last.current
    if (href === lastHref && Date.now() - at < sameTapMs) return event.preventDefault()
    last.current = { href, at: Date.now() }
    if (!host || protocol === 'https:' || protocol === 'http:') return
    event.preventDefault()
    // A page that let go of this frame opens nothing.
    host.openApp(href).catch(() => {})
  }
}
