import type { MouseEvent, ReactNode, RefObject } from 'react'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { heroTextId } from '../ui/Hero.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './Card.module.css'

type Props = {
  title: string
  /** Whether the header action takes the place of the visible title. */
  isTitleHidden?: boolean
  headerAction: ReactNode
  alerts?: ReactNode
  children: ReactNode
  onClose: () => void
  onClickCapture?: (event: MouseEvent) => void
  cardRef?: RefObject<HTMLElement | null>
  contentRef?: RefObject<HTMLDivElement | null>
}

const titleId = 'title'

/** The card of the modal with its header; on a phone it is a sheet. The close button is last in the tab order. */
export const Card = (props: Props) => {
  const {
    title,
    isTitleHidden = false,
    headerAction,
    alerts,
    children,
    onClose,
    onClickCapture,
    cardRef,
    contentRef,
  } = props
  const text = useMessages(generalMessages)
  return (
    <main
      className={styles.card}
      // Names this `main` element by its title, because the host page has a `main` too.
      aria-labelledby={titleId}
      ref={cardRef}
      onClickCapture={onClickCapture}
      data-testid="w3m-modal-card"
    >
      <div className={styles.content} ref={contentRef}>
        {alerts}
        <div className={styles.view}>
          <div className={`${styles.head} ${isTitleHidden ? styles.wide : ''}`}>
            <div className={styles.headerAction}>{headerAction}</div>
            <h1
              key={title}
              id={titleId}
              // The focus starts at this heading. Screen readers then also read the text of the view, which this names.
              aria-describedby={heroTextId}
              className={isTitleHidden ? styles.hiddenTitle : styles.title}
              tabIndex={-1}
              data-testid="w3m-header-text"
            >
              <bdi>{title}</bdi>
            </h1>
          </div>
          {children}
          <div className={styles.close}>
            <IconButton icon="close" label={text.close} onClick={onClose} testId="w3m-header-close" />
          </div>
        </div>
      </div>
    </main>
  )
}
