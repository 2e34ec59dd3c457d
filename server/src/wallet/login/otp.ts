import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../config/secrets.ts'

export type CodeKind = 'short' | 'long'

const digits = 6
const longLength = 10
/** Without I, L, O and U, which are read as something else. 32 of them, so each is worth 5 bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numberCount = 3

export const makeCode = (kind: CodeKind): string =>
  kind === 'short'
    ? String(randomInt(10 ** digits)).padStart(digits, '0')
    : Array.from({ length: longLength }, () => letters[randomInt(letters.length)]).join('')

/** As people type it: with spaces or dashes, in any case, with the letters that are no letters of ours. */
export const readCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Of a code for one login and one address; without the server's key it can't be found by trying all codes. */
export const codeMac = (secrets: Secrets, challengeId: string, addressMac: string, code: string): string =>
  secrets.mac('code', `${challengeId}|${addressMac}|${code}`)

export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** What stands behind # in the mail's link, and all that is kept of it. */
export const makeLink = (): { token: string; hash: string } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLink(token) }
}
export const hashLink = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The number that the modal shows, among others that it doesn't. */
export const makeNumbers = (): { matchNumber: string; numbers: string[] } => {
  const numbers = new Set<string>()
  while (numbers.size < numberCount) numbers.add(String(randomInt(10, 100)))
  const all = [...numbers]
  return { matchNumber: all[randomInt(numberCount)] ?? '', numbers: all }
}
