import styles from '@appkit-frame/loader/protocol/design/button.module.css'
import type { MouseEvent } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Props = {
  children: string
  href: string
  variant?: 'primary' | 'plain' | 'quiet'
  icon?: IconName
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  testId?: string
}

/** A link with the look of a button. It opens an app, or a page in a new tab. */
export const ButtonLink = ({ children, href, variant = 'plain', icon, onClick, testId }: Props) => (
  <a
    className={`${styles.button} ${styles[`button--${variant}`] ?? ''}`}
    href={href}
    // Opens a new tab, because an app's URL scheme would leave this frame empty.
    target="_blank"
    rel="noopener noreferrer"
    onClick={onClick}
    data-testid={testId}
  >
    {icon && <Icon name={icon} />}
    {children}
  </a>
)
