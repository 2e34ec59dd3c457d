import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../config/secrets.ts'

type CodeKind = 'short' | 'long'

export const codeMinutes = 5
export const triesPerCode = 3
const digits = 6
const longLength = 10
/** Crockford's Base32 alphabet: 5 bits per character. Leaves out I, L, O and U, which look like other characters. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numberCount = 3

export const codeEnd = (now: number): number => now + codeMinutes * 60_000

export const makeCode = (kind: CodeKind): string =>
  kind === 'short'
    ? String(randomInt(10 ** digits)).padStart(digits, '0')
    : Array.from({ length: longLength }, () => letters[randomInt(letters.length)]).join('')

/** Normalises a typed code: removes spaces and dashes, fixes the case, and replaces letters outside the alphabet. */
export const readCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/**
 * A keyed MAC of a code, bound to one login and address. If the database leaks, nobody can search through all codes.
 */
export const codeMac = (secrets: Secrets, challengeId: string, addressMac: string, code: string): string =>
  secrets.mac('code', `${challengeId}|${addressMac}|${code}`)

export const isSame = (first: string, second: string): boolean => {
  const [left, right] = [Buffer.from(first), Buffer.from(second)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The token in the fragment of the mail's link, and the hash that the database stores. */
export const makeLink = (): { token: string; hash: string } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLink(token) }
}
export const hashLink = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The modal shows the match number; the device page offers it among decoys. */
export const makeNumbers = (): { matchNumber: string; numbers: string[] } => {
  const numbers = new Set<string>()
  while (numbers.size < numberCount) numbers.add(String(randomInt(10, 100)))
  const all = [...numbers]
  return { matchNumber: all[randomInt(numberCount)] ?? '', numbers: all }
}
