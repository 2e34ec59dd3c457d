import { Icon } from './Icon.tsx'
import { checkIcon, stopIcon } from './icons.ts'
import { Spinner } from './Spinner.tsx'
import styles from './Toast.module.css'

type Props = {
  variant: 'success' | 'error' | 'loading'
  children: string
  isLeaving: boolean
  onGone: () => void
  onHold: () => void
  onRelease: () => void
}

export const Toast = ({ variant, children, isLeaving, onGone, onHold, onRelease }: Props) => (
  <div className={styles.place}>
    <div
      className={`${styles.toast} ${styles[variant]} ${isLeaving ? styles.leaving : ''}`}
      data-testid="wui-snackbar-message"
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onAnimationEnd={() => isLeaving && onGone()}
    >
      {variant === 'loading' ? <Spinner /> : <Icon name={variant === 'success' ? checkIcon : stopIcon} />}
      {children}
    </div>
  </div>
)
