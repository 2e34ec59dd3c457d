import type { ReactNode } from 'react'
import styles from './Hero.module.css'

type Props = { image?: ReactNode; title: string; children?: ReactNode }

/** The id of the hero's text, which describes the heading of the card. A view has at most one hero. */
export const heroTextId = 'words'

/** The centre of a view: an image, a title and a line of help. Screen readers announce a changed title. */
export const Hero = ({ image, title, children }: Props) => (
  <div className={styles.hero}>
    {image && <div className={styles.image}>{image}</div>}
    <div className={styles.words} id={heroTextId} role="status">
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  </div>
)
