import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Signers } from './accounts.ts'
import { wipe } from './bytes.ts'
import type { Bytes } from './contract.ts'
import type { VaultKey } from './stagedVault.ts'

type UnlockedWallet = VaultKey & { seed: Bytes; signers: Signers }

const minute = 60_000

/** The unlocked wallet, in memory only. It locks itself after some idle minutes. */
export const createUnlockedWallet = (now: () => number, onLock: () => void) => {
  let current: UnlockedWallet | null = null
  let idleMs = 5 * minute
  let usedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const lock = (): void => {
    clearTimeout(timer)
    if (current) {
      wipe(current.vaultKey, current.seed)
      current.signers.close()
    }
    current = null
    onLock()
  }
  const use = (): UnlockedWallet => {
    // The lock timer stops while a laptop sleeps, so compare the clock too.
    if (current && now() - usedAt >= idleMs) lock()
    if (!current) throw new AppError(walletErrors.WALLET_LOCKED)
    usedAt = now()
    clearTimeout(timer)
    timer = setTimeout(lock, idleMs)
    return current
  }
  return {
    lock,
    use,
    hold: (wallet: UnlockedWallet): void => {
      lock()
      current = wallet
      usedAt = now()
      use()
    },
    replaceKey: (next: VaultKey): void => {
      const opened = use()
      wipe(opened.vaultKey)
      current = { ...opened, ...next }
    },
    isCurrent: (wallet: UnlockedWallet): boolean => wallet === current,
    isUnlocked: (
      walletId: string | undefined = current?.wallet.walletId,
      epoch: number | undefined = current?.wallet.epoch,
    ): boolean =>
      current !== null &&
      current.wallet.walletId === walletId &&
      current.wallet.epoch === epoch &&
      now() - usedAt < idleMs,
    setIdle: (minutes: number): void => {
      idleMs = Math.min(Math.max(minutes, 1), 15) * minute
      if (current) use()
    },
  }
}
