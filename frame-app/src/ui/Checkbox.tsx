import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'

type Props = { children: ReactNode; checked: boolean; onChange?: (checked: boolean) => void; testId?: string }

export const Checkbox = ({ children, checked, onChange, testId }: Props) => (
  <label className={styles.check}>
    <input
      className={styles.box}
      type="checkbox"
      checked={checked}
      readOnly={!onChange}
      onChange={(event) => onChange?.(event.target.checked)}
      data-testid={testId}
    />
    <span>{children}</span>
  </label>
)
