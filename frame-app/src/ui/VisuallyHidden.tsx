import styles from '@appkit-frame/loader/protocol/design/hidden.module.css'
import type { ReactNode } from 'react'

type Props = { children: ReactNode } & ({ as?: 'span' } | { as: 'label'; htmlFor: string })

/** Text for screen readers only. */
export const VisuallyHidden = ({ children, ...rest }: Props) =>
  rest.as === 'label' ? (
    <label className={styles.hidden} htmlFor={rest.htmlFor}>
      {children}
    </label>
  ) : (
    <span className={styles.hidden}>{children}</span>
  )
