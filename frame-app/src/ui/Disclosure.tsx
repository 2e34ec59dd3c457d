import styles from '@appkit-frame/loader/protocol/design/disclosure.module.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Props = {
  summary: string
  icon: IconName
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
  testId?: string
}

export const Disclosure = ({ summary, icon, isOpen, onToggle, children, testId }: Props) => (
  <details
    className={styles.disclosure}
    open={isOpen}
    onToggle={(event) => onToggle(event.currentTarget.open)}
    data-testid={testId}
  >
    <summary>
      <Icon name={icon} size="small" />
      {summary}
    </summary>
    {children}
  </details>
)
