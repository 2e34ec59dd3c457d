import styles from './Skeleton.module.css'

/** A placeholder for a line of text. */
export const SkeletonLine = ({ size = 'medium' }: { size?: 'short' | 'medium' | 'long' | 'figure' }) => (
  <span className={`${styles.bone} ${styles.text} ${styles[size]}`} aria-hidden="true" />
)

/** A placeholder with the size of a `ListItem`. */
const SkeletonRow = () => (
  <li className={styles.row} aria-hidden="true">
    <span className={`${styles.bone} ${styles.tile}`} />
    <span className={styles.main}>
      <span className={`${styles.bone} ${styles.text}`} />
    </span>
  </li>
)

export const SkeletonRows = ({ count }: { count: number }) =>
  [...Array(count).keys()].map((index) => <SkeletonRow key={index} />)
