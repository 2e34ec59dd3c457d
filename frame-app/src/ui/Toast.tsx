import { Icon } from './Icon.tsx'
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

/** The words are also written to a live region that was there before; this one is only seen. */
export const Toast = ({ variant, children, isLeaving, onGone, onHold, onRelease }: Props) => (
  <div
    className={`${styles.toast} ${styles[variant]} ${isLeaving ? styles.leaving : ''}`}
    aria-hidden="true"
    data-testid="wui-snackbar-message"
    onPointerEnter={onHold}
    onPointerLeave={onRelease}
    onAnimationEnd={() => isLeaving && onGone()}
  >
    {variant === 'loading' ? <Spinner /> : <Icon name={variant === 'success' ? 'check' : 'stop'} />}
    {children}
  </div>
)
