import { Icon, type IconName } from './Icon.tsx'
import styles from './SquareButton.module.css'

type Props = {
  icon: IconName
  /** The accessible name of the button. */
  label: string
  onClick: () => void
  /** Whether the button is pressed, if it is a toggle button. */
  isPressed?: boolean
  testId?: string
  focusKey?: string
}

/** An icon button with the height of a text field. */
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
