import list from '@appkit-frame/loader/protocol/design/list.module.css'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ListItem.module.css'

type Content = {
  name: string
  /** The key under which the account view remembers the name. */
  nameFact?: string
  detail?: ReactNode
  /** An icon at the start of the row. */
  start: ReactNode
  /** A tag, a check mark or a button at the end of the row. */
  end?: ReactNode
}

type Pressable = Content & {
  onClick: () => void
  /** Runs when the pointer or the focus reaches the row, so that work can start before the click. */
  onNear?: (() => void) | undefined
  /**
   * Whether presses do nothing. The button is not natively disabled, because such a button gets no events, and the
   * document's script could not keep a press that comes before the views.
   */
  disabled?: boolean
  isCurrent?: boolean
  /** Whether the row only keeps its place, and shows nothing. */
  isReserved?: boolean | undefined
  /** Whether the row only fills a short list: it shows among the first five rows alone. */
  isFiller?: boolean
  testId?: string
  focusKey?: string
}

/** A row that is a button. */
export const ListItem = ({
  onClick,
  onNear,
  disabled = false,
  isCurrent = false,
  isReserved,
  isFiller,
  testId,
  focusKey,
  ...content
}: Pressable) => (
  <li inert={isReserved} className={isFiller ? styles.filler : undefined}>
    <button
      type="button"
      className={`${list.row} ${styles.pressable}`}
      aria-disabled={disabled || undefined}
      aria-current={isCurrent || undefined}
      {...(!disabled && { onClick, onPointerEnter: onNear, onFocus: onNear })}
      data-testid={testId}
      data-focus-key={focusKey}
    >
      <Parts {...content} />
    </button>
  </li>
)

/** A row that is a link, which opens in a new tab. */
export const ListLink = ({ href, testId, ...content }: Content & { href: string; testId?: string }) => (
  <li>
    <a
      className={`${list.row} ${styles.pressable}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-testid={testId}
      data-focus-key={testId}
    >
      <Parts {...content} end={<Icon name="open" size="small" />} />
    </a>
  </li>
)

/** A row that only shows something and has no action. */
export const ListFact = (content: Content & { isWrapped?: boolean }) => (
  <li className={`${list.row} ${styles.fact}`}>
    <Parts {...content} />
  </li>
)

const Parts = ({ name, nameFact, detail, start, end, isWrapped = false }: Content & { isWrapped?: boolean }) => (
  <>
    <span className={styles.start}>{start}</span>
    <span className={`${list.row__main} ${styles.main}`}>
      <span className={`${list.row__name} ${styles.name}`} title={name} dir="auto" data-fact={nameFact}>
        {name}
      </span>
      {detail && <span className={`${list.row__detail} ${isWrapped ? list['row__detail--wrap'] : ''}`}>{detail}</span>}
    </span>
    {end && <span className={styles.end}>{end}</span>}
  </>
)

export const List = ({ children, label, testId }: { children: ReactNode; label?: string; testId?: string }) => (
  <ul className={list.list} aria-label={label} data-testid={testId}>
    {children}
  </ul>
)
