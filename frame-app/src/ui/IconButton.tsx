import styles from '@appkit-frame/loader/protocol/design/iconButton.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

type Props = {
  icon: IconName
  /** The accessible name of the button. */
  label: string
  onClick?: () => void
  size?: 'small' | 'medium'
  isBusy?: boolean
  testId?: string
  focusKey?: string
}

export const IconButton = ({ icon, label, onClick, size = 'medium', isBusy = false, testId, focusKey }: Props) => (
  <button
    type="button"
    className={`${styles['icon-button']} ${size === 'small' ? styles['icon-button--small'] : ''}`}
    aria-label={label}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? undefined : onClick}
    data-testid={testId}
    data-focus-key={focusKey}
  >
    {isBusy ? <Spinner /> : <Icon name={icon} size={size} />}
  </button>
)
