import type { ReactNode } from 'react'
import styles from './AlertBar.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { checkIcon, infoIcon, stopIcon } from './icons.ts'

type Variant = 'info' | 'success' | 'warning' | 'error'
type Props = { variant: Variant; children: string; action?: ReactNode; testId?: string }

const icons = { info: infoIcon, success: checkIcon, warning: 'warn', error: stopIcon } as const satisfies Record<
  Variant,
  IconName
>

export const AlertBar = ({ variant, children, action, testId }: Props) => (
  <div className={`${styles.bar} ${styles[variant]}`}>
    <Icon name={icons[variant]} />
    <p className={styles.text} data-testid={testId}>
      {children}
    </p>
    {action}
  </div>
)
