import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Notice.module.css'

type Props = {
  tone: 'info' | 'warn' | 'danger'
  /** The cause. */
  title: string
  /** The next step, in one line. */
  children: ReactNode
  icon?: IconName
  action?: ReactNode
}

const icons = { info: 'info', warn: 'warn', danger: 'stop' } as const satisfies Record<string, IconName>

/** Stands inside a view and pushes what follows; it never covers anything. */
export const Notice = ({ tone, title, children, icon = icons[tone], action }: Props) => (
  <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : undefined}>
    <span className={styles.icon}>
      <Icon name={icon} />
    </span>
    <div className={styles.main}>
      <p className={styles.title}>{title}</p>
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  </div>
)
