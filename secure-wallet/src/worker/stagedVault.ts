import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { equalBytes, randomBytes, wipe } from './bytes.ts'
import type { Bytes, WalletName } from './contract.ts'
import { openVault, sealVault } from './vault.ts'

export type VaultKey = { wallet: WalletName; vaultKey: Bytes }
type StagedVault = VaultKey & { vault: SealedText }

const vaultKeyLength = 32

/**
 * Stages a new random vault key for the same seed, in the wallet's next epoch. The current vault key stays in use until
 * every new share set has passed its test unwrap and the server has accepted the new key.
 */
export const createVaultKeyStaging = () => {
  let staged: StagedVault | null = null
  const drop = (): void => {
    wipe(staged?.vaultKey)
    staged = null
  }
  const find = (): StagedVault => {
    if (!staged) throw new AppError(walletErrors.WALLET_LOCKED)
    return staged
  }
  return {
    drop,
    find,
    /**
     * Seals the seed under a new vault key. The encryption takes a while, so check with `isOpen` afterwards whether the
     * same wallet is still unlocked.
     */
    stage: async (wallet: WalletName, seed: Bytes, isOpen: () => boolean): Promise<SealedText> => {
      drop()
      const next = { ...wallet, epoch: wallet.epoch + 1 }
      const vaultKey = randomBytes(vaultKeyLength)
      const vault = await sealVault(vaultKey, next, seed)
      // Decrypt the newly encrypted seed as a test, because it will replace the server's only copy.
      const found = await openVault(vaultKey, next, vault)
      const isSame = equalBytes(found, seed)
      wipe(found)
      if (!isSame || !isOpen()) {
        wipe(vaultKey)
        throw new AppError(isOpen() ? walletErrors.KEY_NOT_UNLOCKED : walletErrors.WALLET_LOCKED)
      }
      staged = { wallet: next, vaultKey, vault }
      return vault
    },
    /** Returns the staged vault key, and forgets it without overwriting its bytes, because the caller now uses them. */
    take: (): VaultKey => {
      const { wallet, vaultKey } = find()
      staged = null
      return { wallet, vaultKey }
    },
  }
}
