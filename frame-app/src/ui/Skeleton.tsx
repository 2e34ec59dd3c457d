import styles from './Skeleton.module.css'

/** A placeholder for a number that still loads. */
export const SkeletonLine = () => <span className={styles.bone} aria-hidden="true" />
