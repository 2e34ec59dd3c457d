import styles from './Skeleton.module.css'

/** A placeholder for a figure. */
export const SkeletonLine = () => <span className={styles.bone} aria-hidden="true" />
