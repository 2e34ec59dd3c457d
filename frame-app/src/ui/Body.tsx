import base from '@appkit-frame/loader/protocol/design/body.module.css'
import type { ReactNode } from 'react'
import styles from './Body.module.css'

/** The scrolling part of a view. With `hasSteadyHeight` it keeps its height when a list in it gets shorter. */
export const Body = ({ children, hasSteadyHeight = false }: { children: ReactNode; hasSteadyHeight?: boolean }) => (
  <div className={`${base.body} ${styles.body} ${hasSteadyHeight ? styles.steady : ''}`}>{children}</div>
)

/** The part of a view below the scrolling body, such as buttons. It does not scroll. */
export const ViewFoot = ({ children }: { children: ReactNode }) => <div className={base.foot}>{children}</div>
