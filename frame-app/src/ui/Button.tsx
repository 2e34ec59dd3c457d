import styles from '@appkit-frame/loader/protocol/design/button.module.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

type Props = {
  children: ReactNode
  onClick?: () => void
  /** Submits the form that contains the button. */
  isSubmit?: boolean
  variant?: 'primary' | 'plain' | 'quiet' | 'quiet-danger'
  size?: 'small' | 'fit' | 'full'
  icon?: IconName
  /** Shows a spinner. The text names what the button waits for. */
  isBusy?: boolean
  disabled?: boolean
  testId?: string
  /** Restores the focus to this button when the visitor comes back to the view. */
  focusKey?: string
}

export const Button = ({
  children,
  onClick,
  isSubmit = false,
  variant = 'plain',
  size = 'full',
  icon,
  isBusy = false,
  disabled = false,
  testId,
  focusKey,
}: Props) => (
  <button
    type={isSubmit ? 'submit' : 'button'}
    className={`${styles.button} ${styles[`button--${variant}`] ?? ''} ${styles[`button--${size}`] ?? ''}`}
    // A busy button keeps the focus; a disabled button would lose it.
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    disabled={disabled}
    onClick={isBusy ? undefined : onClick}
    data-testid={testId}
    data-focus-key={focusKey}
  >
    {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
    {children}
  </button>
)
