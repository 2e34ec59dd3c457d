import styles from '@appkit-frame/loader/protocol/design/spinner.module.css'

export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
