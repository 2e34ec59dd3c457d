import type { ReactNode } from 'react'
import styles from './Hero.module.css'

type Props = { image?: ReactNode; title: string; children?: ReactNode }

/** Of the words, for what they describe. A view has one hero at most. */
export const heroTextId = 'words'

/** One picture, one sentence, one line of help. Another sentence in the place of the first is read out. */
export const Hero = ({ image, title, children }: Props) => (
  <div className={styles.hero}>
    {image && <div className={styles.image}>{image}</div>}
    <div className={styles.words} id={heroTextId} role="status">
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  </div>
)
