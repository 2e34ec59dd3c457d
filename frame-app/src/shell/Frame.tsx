import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import styles from './Frame.module.css'

type Props = {
  children: ReactNode
  /** Words for the ear alone. They outlive a visit, and are in the language of those that are seen. */
  spoken?: ReactNode
  lang: string
  isShaking?: boolean
  isEntering?: boolean
  /** Another visit brings the card in again. */
  visit?: number
  onClickOutside?: () => void
  frameRef?: RefObject<HTMLDivElement | null>
}

/** The whole iframe: transparent, with a place in the middle for the card, or at the bottom for the sheet. */
export const Frame = ({
  children,
  spoken,
  lang,
  isShaking = false,
  isEntering = false,
  visit = 0,
  onClickOutside,
  frameRef,
}: Props) => {
  const isPressedOutside = useRef(false)
  const isOutside = ({ target, currentTarget }: PointerEvent | MouseEvent) => target === currentTarget
  return (
    <div className={styles.frame} lang={lang} dir={directionOf(lang)} ref={frameRef}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a pointer's short cut; Esc and the button do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        className={styles.place}
        data-testid="w3m-modal-overlay"
        onPointerDown={(event) => {
          isPressedOutside.current = isOutside(event)
        }}
        // A press that began inside, such as the end of a selection, is no wish to leave.
        onClick={(event) => isOutside(event) && isPressedOutside.current && onClickOutside?.()}
      >
        <div key={visit} className={`${styles.stage} ${isEntering ? styles.entering : ''}`}>
          <div className={isShaking ? styles.shaking : undefined}>{children}</div>
        </div>
      </div>
      {spoken}
    </div>
  )
}
