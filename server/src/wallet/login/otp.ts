import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../config/secrets.ts'

type CodeKind = 'short' | 'long'

export const codeLifetimeMinutes = 5
export const triesPerOtp = 3
const digits = 6
const longLength = 10
/** Crockford's Base32 alphabet: 5 bits per character. Leaves out I, L, O and U, which look like other characters. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numberCount = 3

export const codeExpiresAt = (now: number): number => now + codeLifetimeMinutes * 60_000

export const makeOtp = (kind: CodeKind): string =>
  kind === 'short'
    ? String(randomInt(10 ** digits)).padStart(digits, '0')
    : Array.from({ length: longLength }, () => letters[randomInt(letters.length)]).join('')

/** Normalises a typed code: removes spaces and dashes, ignores the case, and reads O as 0, and I and L as 1. */
export const normaliseCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/**
 * A MAC of a code for one login and address. The MAC is keyed, so that a thief of the database can't find the code by
 * trying all codes.
 */
export const codeMacOf = (secrets: Secrets, challengeId: string, addressMac: string, code: string): string =>
  secrets.mac('code', `${challengeId}|${addressMac}|${code}`)

export const isTimingSafeEqual = (first: string, second: string): boolean => {
  const [left, right] = [Buffer.from(first), Buffer.from(second)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Makes the number that the secure frame shows, and the three numbers from which the visitor chooses behind a link or in
 * another browser.
 */
export const makeMatchNumbers = (): { matchNumber: string; numbers: string[] } => {
  const numbers = new Set<string>()
  while (numbers.size < numberCount) numbers.add(String(randomInt(10, 100)))
  const all = [...numbers]
  return { matchNumber: all[randomInt(numberCount)] ?? '', numbers: all }
}
