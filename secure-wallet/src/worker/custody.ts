import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { deriveSigners, toSeedPhrase } from './accounts.ts'
import { randomBytes, wipe } from './bytes.ts'
import type { Bytes, CustodyApi, KitHashCost, VaultKeyStage, WalletName } from './contract.ts'
import { createGuardianMessages } from './guardianMessages.ts'
import { createHandoverReceiver, handOver } from './handover.ts'
import { createKeyWrapping } from './keyWrapping.ts'
import { deriveOwnerKey } from './ownerKey.ts'
import { createPasskeyKeys } from './passkeyKeys.ts'
import { proveAccounts, proveKeyRenewal, proveLimit, proveReceiver, proveShareSetChange } from './proofs.ts'
import { createSigning } from './signing.ts'
import { createVaultKeyStaging, type VaultKey } from './stagedVault.ts'
import { createUnlockedWallet } from './unlockedWallet.ts'
import { openVault, sealVault } from './vault.ts'

const seedLength = 16
const vaultKeyLength = 32

type Options = {
  now?: () => number
  /** True only for the worker of the wallet window at `/vault`. Only that worker reveals the seed phrase and signs limits. */
  isWalletWindow: boolean
  /** The origin of this wallet, for which passkeys sign. */
  origin: string
  kitCost: KitHashCost
}

/**
 * Holds all key material of the wallet (SECURITY-MODEL.md 2.2). Runs in the key worker, which reaches neither network
 * nor document.
 */
export const createCustody = ({ now = Date.now, isWalletWindow, kitCost, origin }: Options): CustodyApi => {
  const guardian = createGuardianMessages(now)
  const staging = createVaultKeyStaging()
  const dropStaged = (): void => {
    staging.drop()
    guardian.holdShare(null)
  }
  const unlocked = createUnlockedWallet(now, dropStaged)
  const findKey = (which: VaultKeyStage): VaultKey => {
    const current = unlocked.use()
    return which === 'current' ? current : staging.find()
  }
  const { unwrap, ...wrapping } = createKeyWrapping({ guardian, kitCost, findKey })
  const passkeyKeys = createPasskeyKeys(findKey)

  const requireWindow = (): void => {
    if (!isWalletWindow) throw new AppError(commonErrors.UNAUTHORIZED)
  }

  return {
    create: async (walletId) => {
      unlocked.lock()
      const seed = randomBytes(seedLength)
      const vaultKey = randomBytes(vaultKeyLength)
      const signers = deriveSigners(seed)
      const { accounts } = signers
      const wallet = { walletId, epoch: 1, accounts }
      const vault = await sealVault(vaultKey, wallet, seed)
      unlocked.hold({ wallet, vaultKey, seed, signers })
      return { accounts, vault, proofs: proveAccounts(signers, walletId) }
    },
    unlock: async (wallet, vault, set, wrapped) =>
      unlocked.hold(await openVaultWith(wallet, vault, await unwrap(set, wallet, wrapped))),

    ...handoverMethods(unlocked),
    ...wrapping,

    stageKey: async () => {
      const current = unlocked.use()
      return staging.stage(current.wallet, current.seed, () => unlocked.isCurrent(current))
    },
    dropKey: async () => dropStaged(),
    proveRenewal: async ({ sets, sessionId }) => {
      const { signers } = unlocked.use()
      const { wallet, vault } = staging.find()
      const { walletId, epoch } = wallet
      return proveKeyRenewal(signers, { walletId, epoch, sessionId, vault, sets })
    },
    adoptKey: async () => {
      unlocked.use()
      unlocked.replaceKey(staging.take())
    },
    proveChange: async (change) => {
      const { wallet, signers } = unlocked.use()
      const { walletId, epoch } = wallet
      return proveShareSetChange(signers, { walletId, epoch, ...change })
    },
    proveLimit: async (change) => {
      requireWindow()
      const { wallet, signers } = unlocked.use()
      return proveLimit(signers, { walletId: wallet.walletId, ...change })
    },
    proveReceiver: async (change) => {
      requireWindow()
      const { wallet, signers } = unlocked.use()
      return proveReceiver(signers, { walletId: wallet.walletId, ...change })
    },

    askGuardian: (guardianKey, question, which = 'current') =>
      guardian.seal(guardianKey, question, () => {
        const { wallet, vaultKey } = findKey(which)
        return deriveOwnerKey(vaultKey, wallet)
      }),
    readGuardian: guardian.read,

    ...passkeyKeys.api,
    ...createSigning({ unlocked, passkeyKeys, origin }),
    words: async () => {
      requireWindow()
      return toSeedPhrase(unlocked.use().seed)
    },

    isUnlocked: async (walletId, epoch) => unlocked.isUnlocked(walletId, epoch),
    setIdle: async (minutes) => unlocked.setIdle(minutes),
    lock: async () => unlocked.lock(),
  }
}

const handoverMethods = (
  unlocked: Pick<ReturnType<typeof createUnlockedWallet>, 'use' | 'hold'>,
): Pick<CustodyApi, 'askForKey' | 'takeKey' | 'giveKey'> => {
  const receiver = createHandoverReceiver()
  return {
    askForKey: receiver.publicKey,
    takeKey: async (wallet, vault, flowId, handover) =>
      unlocked.hold(await openVaultWith(wallet, vault, await receiver.open({ wallet, flowId }, handover))),
    giveKey: async (flowId, publicKey) => {
      const { wallet, vaultKey } = unlocked.use()
      return handOver({ wallet, flowId }, publicKey, vaultKey)
    },
  }
}

const openVaultWith = async (wallet: WalletName, vault: SealedText, vaultKey: Bytes) => {
  const seed = await openVault(vaultKey, wallet, vault)
  const signers = deriveSigners(seed)
  const { accounts } = signers
  // Reject a seed whose accounts differ from the accounts of the wallet, because a signature would come from an
  // unexpected address.
  if (accounts.eip155 !== wallet.accounts.eip155 || accounts.solana !== wallet.accounts.solana) {
    signers.close()
    wipe(vaultKey, seed)
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  }
  return { wallet, vaultKey, seed, signers }
}
