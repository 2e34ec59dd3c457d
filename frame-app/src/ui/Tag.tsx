import type { ReactNode } from 'react'
import styles from './Tag.module.css'

type Props = { children: ReactNode; tone?: 'neutral' | 'ok' | 'accent' | undefined }

export const Tag = ({ children, tone = 'neutral' }: Props) => (
  <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>
)
