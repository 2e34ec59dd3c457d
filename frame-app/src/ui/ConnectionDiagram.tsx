import type { ReactNode } from 'react'
import styles from './ConnectionDiagram.module.css'
import { Icon } from './Icon.tsx'
import { checkIcon } from './icons.ts'

/**
 * The states of a connection. Its line is dotted if `ready`, carries a moving bead if `waiting`, is cut if `stopped`
 * and solid if `done`.
 */
export type ConnectionLineState = 'ready' | 'waiting' | 'stopped' | 'done'

export const ConnectionLine = ({ state, isShort = false }: { state: ConnectionLineState; isShort?: boolean }) => (
  <span className={`${styles.line} ${styles[state]} ${isShort ? styles.short : ''}`}>
    {state === 'waiting' && <span className={styles.bead} />}
    {state === 'stopped' && (
      <span className={styles.mark}>
        <Icon name="close" />
      </span>
    )}
    {state === 'done' && (
      <span className={styles.mark}>
        <Icon name={checkIcon} />
      </span>
    )}
  </span>
)

/**
 * Two icons and a line that shows the state of the connection between them. Screen readers skip the diagram, because
 * the text below says the same.
 */
export const ConnectionDiagram = ({
  from,
  to,
  state,
}: {
  from: ReactNode
  to: ReactNode
  state: ConnectionLineState
}) => (
  <div className={styles.thread} aria-hidden="true">
    {from}
    <ConnectionLine state={state} />
    {to}
  </div>
)
