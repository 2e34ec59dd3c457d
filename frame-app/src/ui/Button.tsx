import styles from '@appkit-frame/loader/protocol/design/button.module.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

type Props = {
  children: ReactNode
  onClick?: () => void
  /** Whether the button submits the form that contains it. */
  isSubmit?: boolean
  variant?: 'primary' | 'plain' | 'quiet' | 'quiet-danger'
  size?: 'small' | 'fit' | 'full'
  icon?: IconName
  /** Shows a spinner in the button, whose text names what the visitor waits for. */
  isBusy?: boolean
  disabled?: boolean
  testId?: string
  /** The key by which this button gets the focus back when the visitor returns to the view. */
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
    // A busy button uses `aria-disabled`, because a disabled button would lose the focus.
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
