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

/** Looks like a button and leads away: to an app, or to a page in a tab of its own. */
export const ButtonLink = ({ children, href, variant = 'plain', icon, onClick, testId }: Props) => (
  <a
    className={`${styles.button} ${styles[`button--${variant}`] ?? ''}`}
    href={href}
    // Never this frame: an app's scheme would leave it empty.
    target="_blank"
    rel="noopener noreferrer"
    onClick={onClick}
    data-testid={testId}
  >
    {icon && <Icon name={icon} />}
    {children}
  </a>
)
