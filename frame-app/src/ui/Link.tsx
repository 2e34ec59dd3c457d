import type { ReactNode } from 'react'
import styles from './Link.module.css'

/** A link within a sentence. It opens its page in a new tab. */
export const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)

/** A button with the look of a link. */
export const LinkButton = ({
  onClick,
  children,
  disabled,
  focusKey,
}: {
  onClick?: () => void
  children: ReactNode
  disabled?: boolean
  focusKey?: string
}) => (
  <button type="button" className={styles.link} onClick={onClick} aria-disabled={disabled} data-focus-key={focusKey}>
    {children}
  </button>
)

/** A line of small text at the end of a view. */
export const FinePrint = ({ children }: { children: ReactNode }) => <p className={styles.finePrint}>{children}</p>
