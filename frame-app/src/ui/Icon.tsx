import base from '@appkit-frame/loader/protocol/design/icon.module.css'
import styles from './Icon.module.css'

/** The path of the circle that several icons have around them. */
export const circlePath = 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0'

/**
 * The SVG paths of the shell and the first view, in a box of 20 by 20. `icons.ts` has the other paths. In these paths a
 * line of length zero draws a dot.
 */
const paths = {
  back: 'M12.25 4.75 7 10l5.25 5.25',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  go: 'M4 10h12m-4.75-4.75L16 10l-4.75 4.75',
  help: `${circlePath}M7.9 8a2.15 2.15 0 1 1 3.2 1.9c-.7.4-1.1.8-1.1 1.6M10 13.9v.01`,
  mail: 'M5.25 4.25h9.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5ZM3.25 6l6.75 5 6.75-5',
  next: 'M7.75 5.5 12.25 10l-4.5 4.5',
  open: 'M11.75 3.75h4.5v4.5M16 4l-6.5 6.5M15.25 11.5v2.25a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5H8.5',
  qr: 'M3 3h5.25v5.25H3ZM11.75 3H17v5.25h-5.25ZM3 11.75h5.25V17H3ZM11.75 11.75h2.5v2.5m2.75-2.5v.01m-5.25 5.24v-.01m5.25.01h-2.5',
  retry: 'M15.9 8.25A6.25 6.25 0 1 0 16.25 10M16.5 4.25v4h-4',
  search: 'M3.75 9a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0M13 13l3.75 3.75',
  warn: 'M10 3.25 2.6 16.1h14.8L10 3.25ZM10 8.25v3.5M10 13.9v.01',
} satisfies Record<string, string>

/** The name of a path in `paths`, or a path from `icons.ts`. */
export type IconName = keyof typeof paths | `M${string}`

/** Icons that are mirrored in right-to-left languages. */
const turning = new Set<IconName>(['back', 'next'])

type Props = { name: IconName; size?: 'small' | 'medium' | 'large' }

export const Icon = ({ name, size = 'medium' }: Props) => (
  <svg
    className={`${base.icon} ${base[`icon--${size}`] ?? ''} ${styles[size] ?? ''} ${turning.has(name) ? base['icon--turns'] : ''}`}
    viewBox="0 0 20 20"
    aria-hidden="true"
  >
    <path d={(paths as Record<string, string>)[name] ?? name} />
  </svg>
)
