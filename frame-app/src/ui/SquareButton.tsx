import { Icon, type IconName } from './Icon.tsx'
import styles from './SquareButton.module.css'

type Props = {
  icon: IconName
  /** Says what is acted on; there is no other text. */
  label: string
  onClick: () => void
  /** Of one that stays down. */
  isPressed?: boolean
  testId?: string
  focusKey?: string
}

/** Stands beside a field and is as high. */
export const SquareButton = ({ icon, label, onClick, isPressed, testId, focusKey }: Props) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    onClick={onClick}
    data-testid={testId}
    data-focus-key={focusKey}
  >
    <Icon name={icon} />
  </button>
)
