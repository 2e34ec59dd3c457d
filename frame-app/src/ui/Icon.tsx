import type { ReactNode } from 'react'
import styles from './Icon.module.css'

const paths = {
  back: <path d="M12.25 4.75 7 10l5.25 5.25" />,
  check: <path d="m4.25 10.5 3.75 3.75 7.75-8.5" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M10 5.75V10l2.75 1.75" />
    </>
  ),
  close: <path d="m5.5 5.5 9 9m0-9-9 9" />,
  copy: (
    <>
      <rect x="7" y="7" width="9.75" height="9.75" rx="2.5" />
      <path d="M13 4.6a2.5 2.5 0 0 0-2.25-1.35h-5A2.5 2.5 0 0 0 3.25 5.75v5c0 1 .55 1.8 1.35 2.25" />
    </>
  ),
  down: <path d="M5.5 7.75 10 12.25l4.5-4.5" />,
  download: <path d="M10 3.5v8.75M6.25 8.75 10 12.5l3.75-3.75M3.75 16.25h12.5" />,
  globe: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M2.75 10h14.5M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25Z" />
    </>
  ),
  help: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M7.9 8a2.15 2.15 0 1 1 3.2 1.9c-.7.4-1.1.8-1.1 1.6" />
      <path d="M10 13.9v.01" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M10 9.25v4.25" />
      <path d="M10 6.5v.01" />
    </>
  ),
  key: (
    <>
      <circle cx="6.75" cy="13.25" r="3.5" />
      <path d="m9.25 10.75 6.5-6.5m-2.5 2.5 2.25 2.25" />
    </>
  ),
  next: <path d="M7.75 5.5 12.25 10l-4.5 4.5" />,
  open: (
    <>
      <path d="M11.75 3.75h4.5v4.5M16 4l-6.5 6.5" />
      <path d="M15.25 11.5v2.25a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5H8.5" />
    </>
  ),
  phone: (
    <>
      <rect x="5.75" y="2.5" width="8.5" height="15" rx="2.25" />
      <path d="M9 14.75h2" />
    </>
  ),
  power: (
    <>
      <path d="M10 3v6.5" />
      <path d="M6 5.25a6.25 6.25 0 1 0 8 0" />
    </>
  ),
  retry: (
    <>
      <path d="M15.9 8.25A6.25 6.25 0 1 0 16.25 10" />
      <path d="M16.5 4.25v4h-4" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.25" />
      <path d="m13 13 3.75 3.75" />
    </>
  ),
  stop: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="m7.6 7.6 4.8 4.8m0-4.8-4.8 4.8" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="6.75" r="3.5" />
      <path d="M3.5 16.75c.5-3.25 3.1-5 6.5-5s6 1.75 6.5 5" />
    </>
  ),
  wallet: (
    <>
      <path d="M14.75 6.5V5.25a1.5 1.5 0 0 0-1.75-1.5L4.5 5.2a2 2 0 0 0-1.75 2V14a2.5 2.5 0 0 0 2.5 2.5h9.5a2.5 2.5 0 0 0 2.5-2.5V9a2.5 2.5 0 0 0-2.5-2.5H4" />
      <path d="M13.5 11.5v.01" />
    </>
  ),
  warn: (
    <>
      <path d="M10 3.25 2.6 16.1h14.8L10 3.25Z" />
      <path d="M10 8.25v3.5" />
      <path d="M10 13.9v.01" />
    </>
  ),
} satisfies Record<string, ReactNode>

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
    {paths[name]}
  </svg>
)
