import { useAtomValue } from 'jotai/react'
import { type MouseEvent, useRef } from 'react'
import { hostAtom } from '../core/state/peers.ts'

/** The time in which a second tap is ignored, because otherwise the wallet would show its request twice. */
const sameTapMs = 1_000

/**
 * Opens the wallet app of a link. The host page opens an app's URL scheme, because some browsers forbid that in a
 * sandboxed frame. A web link opens as usual.
 */
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
    // If the call fails, the page has removed this frame, so nobody could see an error.
    host.openApp(href).catch(() => {})
  }
}
