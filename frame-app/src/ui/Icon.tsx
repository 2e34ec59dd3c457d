import styles from './Icon.module.css'

const ring = 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0'

/** One path each, in a box of 20. A stroke of no length is a dot. */
const paths = {
  back: 'M12.25 4.75 7 10l5.25 5.25',
  check: 'm4.25 10.5 3.75 3.75 7.75-8.5',
  clock: `${ring}M10 5.75V10l2.75 1.75`,
  close: 'm5.5 5.5 9 9m0-9-9 9',
  copy: 'M9.5 7h4.75a2.5 2.5 0 0 1 2.5 2.5v4.75a2.5 2.5 0 0 1-2.5 2.5H9.5a2.5 2.5 0 0 1-2.5-2.5V9.5A2.5 2.5 0 0 1 9.5 7ZM13 4.6a2.5 2.5 0 0 0-2.25-1.35h-5A2.5 2.5 0 0 0 3.25 5.75v5c0 1 .55 1.8 1.35 2.25',
  down: 'M5.5 7.75 10 12.25l4.5-4.5',
  download: 'M10 3.5v8.75M6.25 8.75 10 12.5l3.75-3.75M3.75 16.25h12.5',
  globe: `${ring}M2.75 10h14.5M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25Z`,
  help: `${ring}M7.9 8a2.15 2.15 0 1 1 3.2 1.9c-.7.4-1.1.8-1.1 1.6M10 13.9v.01`,
  info: `${ring}M10 9.25v4.25M10 6.5v.01`,
  key: 'M3.25 13.25a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M9.25 10.75l6.5-6.5m-2.5 2.5 2.25 2.25',
  laptop: 'M5.75 4h8.5a2 2 0 0 1 2 2v4.75a2 2 0 0 1-2 2h-8.5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM2 15.75h16',
  next: 'M7.75 5.5 12.25 10l-4.5 4.5',
  offline:
    'M3 3l14 14M2.75 8.25A10.3 10.3 0 0 1 6 6.2m3.25-.7a10.3 10.3 0 0 1 8 2.75M5.5 11.25a6.5 6.5 0 0 1 3-1.7m3.6.3a6.5 6.5 0 0 1 2.4 1.4M10 15v.01',
  open: 'M11.75 3.75h4.5v4.5M16 4l-6.5 6.5M15.25 11.5v2.25a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5H8.5',
  phone:
    'M8 2.5h4a2.25 2.25 0 0 1 2.25 2.25v10.5A2.25 2.25 0 0 1 12 17.5H8a2.25 2.25 0 0 1-2.25-2.25V4.75A2.25 2.25 0 0 1 8 2.5ZM9 14.75h2',
  power: 'M10 3v6.5M6 5.25a6.25 6.25 0 1 0 8 0',
  qr: 'M3 3h5.25v5.25H3ZM11.75 3H17v5.25h-5.25ZM3 11.75h5.25V17H3ZM11.75 11.75h2.5v2.5m2.75-2.5v.01m-5.25 5.24v-.01m5.25.01h-2.5',
  retry: 'M15.9 8.25A6.25 6.25 0 1 0 16.25 10M16.5 4.25v4h-4',
  search: 'M3.75 9a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0M13 13l3.75 3.75',
  shield: 'M10 2.75 4 5v4.5c0 3.6 2.4 6.3 6 7.75 3.6-1.45 6-4.15 6-7.75V5l-6-2.25Z',
  stop: `${ring}M7.6 7.6l4.8 4.8m0-4.8-4.8 4.8`,
  user: 'M6.5 6.75a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M3.5 16.75c.5-3.25 3.1-5 6.5-5s6 1.75 6.5 5',
  wallet:
    'M14.75 6.5V5.25a1.5 1.5 0 0 0-1.75-1.5L4.5 5.2a2 2 0 0 0-1.75 2V14a2.5 2.5 0 0 0 2.5 2.5h9.5a2.5 2.5 0 0 0 2.5-2.5V9a2.5 2.5 0 0 0-2.5-2.5H4M13.5 11.5v.01',
  warn: 'M10 3.25 2.6 16.1h14.8L10 3.25ZM10 8.25v3.5M10 13.9v.01',
} satisfies Record<string, string>

export type IconName = keyof typeof paths

/** Arrows that mean a direction of reading turn with it. */
const turning = new Set<IconName>(['back', 'next'])

type Props = { name: IconName; size?: 'small' | 'medium' | 'large' }

export const Icon = ({ name, size = 'medium' }: Props) => (
  <svg
    className={`${styles.icon} ${styles[size]} ${turning.has(name) ? styles.turns : ''}`}
    viewBox="0 0 20 20"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
