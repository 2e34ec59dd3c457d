import type { ReactNode } from 'react'
import styles from './Hero.module.css'

type Props = { picture?: ReactNode; title: string; children?: ReactNode }

/** Of the words, for what they describe. A view has one hero at most. */
export const wordsId = 'words'

/** One picture, one sentence, one line of help. Another sentence in the place of the first is read out. */
export const Hero = ({ picture, title, children }: Props) => (
  <div className={styles.hero}>
    {picture && <div className={styles.picture}>{picture}</div>}
    <div className={styles.words} id={wordsId} role="status">
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  </div>
)
