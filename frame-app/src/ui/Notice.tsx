import styles from '@appkit-frame/loader/protocol/design/notice.module.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { infoIcon, stopIcon } from './icons.ts'

type Props = {
  tone: 'info' | 'warn' | 'danger'
  /** The cause of the problem, as title of the notice. */
  title: string
  /** The step that the visitor can take next. */
  children: ReactNode
  icon?: IconName
  action?: ReactNode
}

const icons = { info: infoIcon, warn: 'warn', danger: stopIcon } as const satisfies Record<string, IconName>

/** A notice that is part of the view's layout, so that it covers nothing. */
export const Notice = ({ tone, title, children, icon = icons[tone], action }: Props) => (
  <div className={`${styles.notice} ${styles[`notice--${tone}`]}`} role={tone === 'danger' ? 'alert' : undefined}>
    <Icon name={icon} />
    <div className={styles.notice__main}>
      <p className={styles.notice__title}>{title}</p>
      <p>{children}</p>
      {action && <div className={styles.notice__action}>{action}</div>}
    </div>
  </div>
)
