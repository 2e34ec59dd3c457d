import { useAtomValue, useStore } from 'jotai/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { connectorAtom } from '../../core/state/connections.ts'
import { securePanelAtom } from '../../core/state/embedded.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { screenAtom } from '../../router/router.ts'
import styles from './SecurePanelView.module.css'

/** Reserves the area of the modal's card that the secure frame covers with its panel. */
export const SecurePanelView = (): ReactNode => {
  const areaRef = useRef<HTMLDivElement>(null)
  const store = useStore()
  const panel = useAtomValue(securePanelAtom)
  const embedded = useAtomValue(connectorAtom)('embedded')
  const height = panel?.height ?? 0
  useLayoutEffect(() => {
    // Sets the height by script, because the CSP forbids style attributes.
    areaRef.current?.style.setProperty('--height', `${height}px`)
  }, [height])
  useLayoutEffect(() => {
    let before = ''
    let next: number
    // The modal's card moves when it appears, shakes or changes its height. The secure frame has to follow each move.
    const sendPosition = () => {
      next = requestAnimationFrame(sendPosition)
      const element = areaRef.current
      const card = element?.closest('main')
      if (!element || !card) return
      const { left, top, width, height } = element.getBoundingClientRect()
      const { bottom } = card.getBoundingClientRect()
      const position = {
        left,
        top,
        width,
        height,
        clipBottom: Math.max(0, top + height - bottom),
        // The reserved area has the corner radius of the modal's card if it touches the lower edge of the card.
        radius: bottom - top - height < 1 ? getComputedStyle(card).borderEndStartRadius : '0',
      }
      const now = JSON.stringify(position)
      if (now !== before) embedded.opened()?.setPosition(position)
      before = now
    }
    sendPosition()
    return () => {
      cancelAnimationFrame(next)
      embedded.opened()?.setPosition(null)
    }
  }, [embedded])
  useEffect(
    () => () => {
      // Tell the secure frame that the visitor left its panel. If the modal closed, the embedded connector has already
      // told it. A second `leave` could end a panel that the secure frame shows next.
      if (store.get(isOpenAtom) && store.get(screenAtom).view !== 'SecurePanel') embedded.opened()?.leave()
    },
    [embedded, store],
  )
  return <div ref={areaRef} className={styles.place} data-testid="secure-place" />
}
