import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import styles from './Frame.module.css'

type Props = {
  children: ReactNode
  /**
   * Regions for announcements to screen readers. They stay from one visit to the next and have the language of the
   * visible text.
   */
  liveRegions?: ReactNode
  lang: string
  isShaking?: boolean
  /** The number of the visit. React mounts the content of the frame anew when this number changes. */
  visit?: number
  onClickOutside?: () => void
  frameRef?: RefObject<HTMLDivElement | null>
}

/** The full area of the transparent iframe. It positions the card in the middle, or the sheet at the bottom. */
export const Frame = ({
  children,
  liveRegions,
  lang,
  isShaking = false,
  visit = 0,
  onClickOutside,
  frameRef,
}: Props) => {
  const isPressedOutside = useRef(false)
  const isOutside = ({ target, currentTarget }: PointerEvent | MouseEvent) => target === currentTarget
  return (
    <div className={styles.frame} lang={lang} dir={directionOf(lang)} ref={frameRef}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; Esc and the close button do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same */}
      <div
        className={styles.place}
        data-testid="w3m-modal-overlay"
        onPointerDown={(event) => {
          isPressedOutside.current = isOutside(event)
        }}
        // A press closes the modal only if it began outside the card, unlike the end of a text selection.
        onClick={(event) => isOutside(event) && isPressedOutside.current && onClickOutside?.()}
      >
        <div key={visit} className={styles.stage}>
          <div className={isShaking ? styles.shaking : undefined}>{children}</div>
        </div>
      </div>
      {liveRegions}
    </div>
  )
}
