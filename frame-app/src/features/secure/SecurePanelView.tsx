import { useAtomValue, useStore } from 'jotai/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { connectorAtom } from '../../core/state/connections.ts'
import { securePanelAtom } from '../../core/state/embedded.ts'
import { screenAtom } from '../../router/router.ts'
import styles from './SecurePanelView.module.css'

/** The place in the card that belongs to the secure frame: what stands there is drawn and clicked in its own document. */
export const SecurePanelView = (): ReactNode => {
  const placeRef = useRef<HTMLDivElement>(null)
  const store = useStore()
  const panel = useAtomValue(securePanelAtom)
  const embedded = useAtomValue(connectorAtom)('embedded')
  const height = panel?.height ?? 0
  useLayoutEffect(() => {
    // The style sheet's policy forbids style attributes.
    placeRef.current?.style.setProperty('--height', `${height}px`)
  }, [height])
  useLayoutEffect(() => {
    let before = ''
    let next: number
    // The card moves when it comes, shakes, or changes its height, and what lies over it moves along.
    const follow = () => {
      next = requestAnimationFrame(follow)
      const element = placeRef.current
      const card = element?.closest('main')
      if (!element || !card) return
      const { left, top, width, height } = element.getBoundingClientRect()
      const { bottom } = card.getBoundingClientRect()
      const place = {
        left,
        top,
        width,
        height,
        clipBottom: Math.max(0, top + height - bottom),
        // The card's corners, where it reaches into them.
        radius: bottom - top - height < 1 ? getComputedStyle(card).borderEndStartRadius : '0',
      }
      const now = JSON.stringify(place)
      if (now !== before) embedded.opened()?.place(place)
      before = now
    }
    follow()
    return () => {
      cancelAnimationFrame(next)
      embedded.opened()?.place(null)
    }
  }, [embedded])
  useEffect(
    () => () => {
      // Whichever way the visitor goes, the secure frame hears it. Another visit may have brought the next panel already.
      if (store.get(screenAtom).view !== 'SecurePanel') embedded.opened()?.leave()
    },
    [embedded, store],
  )
  return <div ref={placeRef} className={styles.place} data-testid="secure-place" />
}
