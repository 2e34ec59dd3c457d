import styles from './Skeleton.module.css'

/** Stands where a line of text comes. */
export const SkeletonLine = ({ size = 'medium' }: { size?: 'short' | 'medium' | 'long' | 'figure' }) => (
  <span className={`${styles.bone} ${styles.text} ${styles[size]}`} aria-hidden="true" />
)

/** The box of a `ListItem` whose content is still on its way. */
export const SkeletonRow = () => (
  <li className={styles.row} aria-hidden="true">
    <span className={`${styles.bone} ${styles.tile}`} />
    <span className={styles.main}>
      <span className={`${styles.bone} ${styles.text}`} />
    </span>
  </li>
)

export const SkeletonRows = ({ count }: { count: number }) =>
  [...Array(count).keys()].map((place) => <SkeletonRow key={place} />)
