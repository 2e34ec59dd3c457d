import type { ReactNode } from 'react'
import styles from './Link.module.css'

/** Inside a sentence, to another page in a tab of its own. */
export const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)

/** Looks like a link and acts here. */
export const LinkButton = ({
  onClick,
  children,
  focusKey,
}: {
  onClick?: () => void
  children: ReactNode
  focusKey?: string
}) => (
  <button type="button" className={styles.link} onClick={onClick} data-focus-key={focusKey}>
    {children}
  </button>
)

/** A small line under everything else. */
export const FinePrint = ({ children }: { children: ReactNode }) => <p className={styles.finePrint}>{children}</p>
