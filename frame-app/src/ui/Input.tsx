import { type KeyboardEvent, useId } from 'react'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Input.module.css'

type Props = {
  /** Read out; what is seen is the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  icon: IconName
  testId?: string
}

/** A search field. Esc empties it first, and means the whole window only when it is empty. */
export const Input = ({ label, value, onChange, icon, testId }: Props) => {
  const id = useId()
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    onChange('')
  }
  return (
    <div className={styles.input}>
      <Hidden as="label" htmlFor={id}>
        {label}
      </Hidden>
      <Icon name={icon} />
      <input
        id={id}
        className={styles.field}
        type="search"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clear}
        data-testid={testId}
      />
    </div>
  )
}
