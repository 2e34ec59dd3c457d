import base from '@appkit-frame/loader/protocol/design/field.module.css'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import styles from './Input.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = {
  /** The placeholder and the accessible name of the field. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Runs on Esc, which in this field does not close the modal. */
  onCancel: () => void
  maxLength: number
  testId?: string
}

/** A text field that takes the focus when it appears, because the visitor pressed a button to get it. */
export const TextField = ({ label, value, onChange, onCancel, maxLength, testId }: Props) => {
  const id = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    fieldRef.current?.focus()
    fieldRef.current?.select()
  }, [])
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    <div className={`${base.input} ${styles.filled}`}>
      <VisuallyHidden as="label" htmlFor={id}>
        {label}
      </VisuallyHidden>
      <input
        ref={fieldRef}
        id={id}
        type="text"
        dir="auto"
        placeholder={label}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={cancel}
        data-testid={testId}
      />
    </div>
  )
}
