import type { ReactNode } from 'react'
import styles from './Hero.module.css'

type Props = { picture: ReactNode; title: string; children?: ReactNode }

/** One picture, one sentence, one line of help. */
export const Hero = ({ picture, title, children }: Props) => (
  <div className={styles.hero}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  </div>
)
