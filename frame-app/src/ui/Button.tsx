import styles from '@appkit-frame/loader/protocol/design/button.module.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

type Props = {
  children: ReactNode
  onClick?: () => void
  /** Of a form: its `onSubmit` hears the press. */
  isSubmit?: boolean
  variant?: 'primary' | 'plain' | 'quiet' | 'quiet-danger'
  size?: 'small' | 'fit' | 'full'
  icon?: IconName
  /** Keeps its width; the text says what is waited for. */
  isBusy?: boolean
  disabled?: boolean
  testId?: string
  /** Names the button among the others, so that focus finds it again when the visitor comes back. */
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
    // A busy button keeps the focus, which a disabled one would lose.
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
