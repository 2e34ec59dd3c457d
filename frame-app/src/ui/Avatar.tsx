import { useId } from 'react'
import styles from './Avatar.module.css'

type Props = { seed: string; size?: 36 | 64 }

/**
 * Draws two waves and a sun from a hash of the seed, which is an address. The image helps a visitor to recognise the
 * address; it proves nothing.
 */
export const Avatar = ({ seed, size = 64 }: Props) => {
  const clip = useId()
  const { hue, sunX, sunY, first, second, turn } = readTraits(seed)
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="20" cy="20" r="20" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="40" height="40" fill={`oklch(0.88 0.06 ${hue})`} />
        <circle cx={sunX} cy={sunY} r="4.5" fill={`oklch(0.97 0.03 ${hue + turn})`} />
        <path d={wave(first, 5)} fill={`oklch(0.62 0.1 ${hue + turn / 2})`} />
        <path d={wave(second, -4)} fill={`oklch(0.36 0.07 ${hue + turn})`} />
      </g>
    </svg>
  )
}

const wave = (height: number, swing: number): string =>
  `M-2 ${height}c8 ${-swing} 14 ${swing} 22 0s14 ${-swing} 24 0V42H-2Z`

const readTraits = (seed: string) => {
  const next = createNumbers(seed.toLowerCase())
  return {
    hue: next(360),
    sunX: 9 + next(22),
    sunY: 7 + next(7),
    first: 16 + next(6),
    second: 26 + next(5),
    turn: (next(2) ? 1 : -1) * (25 + next(50)),
  }
}

/**
 * Returns a generator of pseudo-random numbers, seeded by FNV-1a, so that seeds with one different character look
 * different.
 */
const createNumbers = (seed: string): ((below: number) => number) => {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
