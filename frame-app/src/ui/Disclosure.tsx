import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'
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
  <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)} data-testid={testId}>
    <summary className={styles.summary}>
      <Icon name={icon} size="small" />
      {summary}
    </summary>
    {children}
  </details>
)
