import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Thread.module.css'

/** Dotted is ready, a bead travels while waiting, cut is stopped, solid is done. */
export type ThreadState = 'ready' | 'waiting' | 'stopped' | 'done'

export const ThreadLine = ({ state, short = false }: { state: ThreadState; short?: boolean }) => (
  <span className={`${styles.line} ${styles[state]} ${short ? styles.short : ''}`}>
    {state === 'waiting' && <span className={styles.bead} />}
    {state === 'stopped' && (
      <span className={styles.mark}>
        <Icon name="close" />
      </span>
    )}
    {state === 'done' && (
      <span className={styles.mark}>
        <Icon name="check" />
      </span>
    )}
  </span>
)

/** Two ends and one line, and the line tells the state. Decorative: words below say the same. */
export const Thread = ({ from, to, state }: { from: ReactNode; to: ReactNode; state: ThreadState }) => (
  <div className={styles.thread} aria-hidden="true">
    {from}
    <ThreadLine state={state} />
    {to}
  </div>
)
