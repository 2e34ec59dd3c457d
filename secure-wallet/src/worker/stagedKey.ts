import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { areSame, type Bytes, randomBytes, wipe } from './bytes.ts'
import { openVault, sealVault, type WalletName } from './vault.ts'

/** The vault key that opens the wallet, or the one that will when the server has taken it. */
export type WhichKey = 'open' | 'staged'
export type OpenKey = { wallet: WalletName; vaultKey: Bytes }
type Staged = OpenKey & { vault: Sealed }

const vaultKeyLength = 32

/**
 * A new vault key for the same seed, of the wallet's next epoch. It is nobody's until all that opens it has been tried and the
 * server has taken it; until then the old one stays, and with the old one it has nothing in common.
 */
export const createStaging = () => {
  let staged: Staged | null = null
  const drop = (): void => {
    wipe(staged?.vaultKey)
    staged = null
  }
  const find = (): Staged => {
    if (!staged) throw new AppError(walletErrors.WALLET_LOCKED)
    return staged
  }
  return {
    drop,
    find,
    /** `isOpen`: still, after what takes its time. */
    stage: async (wallet: WalletName, seed: Bytes, isOpen: () => boolean): Promise<Sealed> => {
      drop()
      const next = { ...wallet, epoch: wallet.epoch + 1 }
      const vaultKey = randomBytes(vaultKeyLength)
      const vault = await sealVault(vaultKey, next, seed)
      // Test unwrap: from then on it is all that there is of the seed.
      const found = await openVault(vaultKey, next, vault)
      const isSame = areSame(found, seed)
      wipe(found)
      if (!isSame || !isOpen()) {
        wipe(vaultKey)
        throw new AppError(isOpen() ? walletErrors.KEY_NOT_UNLOCKED : walletErrors.WALLET_LOCKED)
      }
      staged = { wallet: next, vaultKey, vault }
      return vault
    },
    /** It is the wallet's, and no longer staged. */
    take: (): OpenKey => {
      const { wallet, vaultKey } = find()
      staged = null
      return { wallet, vaultKey }
    },
  }
}
