import base from '@appkit-frame/loader/protocol/design/field.module.css'
import { type KeyboardEvent, useId, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Input.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = {
  /** The placeholder and the accessible name of the field. */
  label: string
  value: string
  onChange: (value: string) => void
  icon: IconName
  /** The accessible name of the button that clears the field. */
  clearLabel?: string
  testId?: string
}

/** A search field. Esc clears a filled field, and closes the modal if the field is empty. */
export const Input = ({ label, value, onChange, icon, clearLabel, testId }: Props) => {
  const id = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  const empty = () => {
    onChange('')
    fieldRef.current?.focus()
  }
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    onChange('')
  }
  return (
    <div className={`${base.input} ${styles.filled}`}>
      <VisuallyHidden as="label" htmlFor={id}>
        {label}
      </VisuallyHidden>
      <Icon name={icon} />
      <input
        ref={fieldRef}
        id={id}
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
      {clearLabel && value !== '' && <IconButton icon="close" size="small" label={clearLabel} onClick={empty} />}
    </div>
  )
}
