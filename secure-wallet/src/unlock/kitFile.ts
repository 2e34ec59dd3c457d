import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { KitHashCost, WalletName } from '../worker/contract.ts'

/** The file of a backup, which the visitor downloads. File and seven words open the wallet without any server. */
export type KitFile = {
  format: 'appkit-recovery-kit'
  version: 1
  wallet: WalletName
  vault: SealedText
  setId: string
  wrapped: SealedText
  cost: KitHashCost
}

/**
 * The most memory that a kit file may demand for argon2id, in KiB. A forged file must not exhaust the memory of the
 * browser.
 */
const memoryCeiling = 262_144

const text = v.pipe(v.string(), v.maxLength(200))
const sealed = v.strictObject({ iv: text, data: text })
const kitFile = v.strictObject({
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
    return v.parse(kitFile, JSON.parse(content))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}
