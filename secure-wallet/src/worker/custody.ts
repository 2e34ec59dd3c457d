import {
  type Renewal,
  renewalProofText,
  type Sealed,
  type ShareSetChange,
  shareSetProofText,
  walletProofText,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { deriveSigners, type Signers, seedWords } from './accounts.ts'
import { type Bytes, randomBytes, utf8, wipe } from './bytes.ts'
import { personalDigest, textDigest, toHex } from './digest.ts'
import { createGuardianLine, type GuardianQuestion } from './guardianLine.ts'
import { createAsking, type Handover, handOver } from './handover.ts'
import type { KitCost } from './kit.ts'
import { ownerKeyOf } from './ownerKey.ts'
import { createSetKeys, type FactorSet } from './setKeys.ts'
import { createStaging, type OpenKey, type WhichKey } from './stagedKey.ts'
import { openVault, sealVault, type WalletName } from './vault.ts'

export type NewWallet = Pick<WalletName, 'accounts'> & { vault: Sealed; proofs: WalletName['accounts'] }

const seedLength = 16
const vaultKeyLength = 32
const minute = 60_000

type Unlocked = { wallet: WalletName; vaultKey: Bytes; seed: Bytes; signers: Signers }
type Options = {
  now?: () => number
  /** Only the vault window's worker gives the words of a seed away. */
  exportable: boolean
  kitCost: KitCost
}

/** Everything that touches key material (security 2.2). Runs in a worker that reaches no network and no document. */
export const createCustody = ({ now = Date.now, exportable, kitCost }: Options) => {
  let unlocked: Unlocked | null = null
  const guardian = createGuardianLine(now)
  const asking = createAsking()
  const staging = createStaging()
  let idleMs = 5 * minute
  let usedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const lock = (): void => {
    clearTimeout(timer)
    if (unlocked) {
      wipe(unlocked.vaultKey, unlocked.seed)
      unlocked.signers.close()
    }
    staging.drop()
    guardian.hold(null)
    unlocked = null
  }
  /** A timer stands still while a laptop sleeps, so the clock is asked too. */
  const use = (): Unlocked => {
    if (unlocked && now() - usedAt >= idleMs) lock()
    if (!unlocked) throw new AppError(walletErrors.WALLET_LOCKED)
    usedAt = now()
    clearTimeout(timer)
    timer = setTimeout(lock, idleMs)
    return unlocked
  }
  const keep = (opened: Unlocked): void => {
    unlocked = opened
    usedAt = now()
    use()
  }
  const keyOf = (which: WhichKey): OpenKey => {
    const opened = use()
    return which === 'open' ? opened : staging.find()
  }
  const setKeys = createSetKeys({ guardian, kitCost, keyOf })

  const openWith = async (wallet: WalletName, vault: Sealed, vaultKey: Bytes): Promise<void> => {
    const seed = await openVault(vaultKey, wallet, vault)
    const signers = deriveSigners(seed)
    const { accounts } = signers
    // The accounts are bound into the vault; a wallet whose seed gives other ones was never made by this code.
    if (accounts.eip155 !== wallet.accounts.eip155 || accounts.solana !== wallet.accounts.solana) {
      signers.close()
      wipe(vaultKey, seed)
      throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    }
    lock()
    keep({ wallet, vaultKey, seed, signers })
  }

  return {
    /** A new wallet, unlocked. Nothing of it exists anywhere else until it is told to the server. */
    create: async (walletId: string): Promise<NewWallet> => {
      lock()
      const seed = randomBytes(seedLength)
      const vaultKey = randomBytes(vaultKeyLength)
      const signers = deriveSigners(seed)
      const { accounts } = signers
      const wallet = { walletId, epoch: 1, accounts }
      const vault = await sealVault(vaultKey, wallet, seed)
      keep({ wallet, vaultKey, seed, signers })
      const text = walletProofText(walletId)
      const proofs = {
        eip155: toHex(signers.signEvm(personalDigest(text))),
        solana: toHex(signers.signSolana(utf8(text))),
      }
      return { accounts, vault, proofs }
    },

    unlock: async (wallet: WalletName, vault: Sealed, way: FactorSet, wrapped: Sealed): Promise<void> =>
      openWith(wallet, vault, await setKeys.unwrap(way, wallet, wrapped)),

    /** The public key to which another document of this origin may hand the vault key over. */
    askForKey: asking.publicKey,
    takeKey: async (wallet: WalletName, vault: Sealed, flowId: string, handover: Handover): Promise<void> =>
      openWith(wallet, vault, await asking.open({ wallet, flowId }, handover)),
    giveKey: async (flowId: string, publicKey: string): Promise<Handover> => {
      const { wallet, vaultKey } = use()
      return handOver({ wallet, flowId }, publicKey, vaultKey)
    },

    wrap: setKeys.wrap,
    check: setKeys.check,
    kit: setKeys.kit,

    /** V of the wallet's next epoch. The key that it has goes on opening it. */
    stageKey: async (): Promise<Sealed> => {
      const opened = use()
      return staging.stage(opened.wallet, opened.seed, () => unlocked === opened)
    },
    /** Nothing of it was ever anywhere else, but what cannot be opened without it. */
    dropKey: async (): Promise<void> => {
      staging.drop()
      guardian.hold(null)
    },
    /** That the wallet is open here, for the server to change its key, and all that opens it, at once. */
    proveRenewal: async ({ sets, sessionId }: Pick<Renewal, 'sets' | 'sessionId'>): Promise<string> => {
      const { signers } = use()
      const { wallet, vault } = staging.find()
      const { walletId, epoch } = wallet
      return toHex(signers.signEvm(textDigest(renewalProofText({ walletId, epoch, sessionId, vault, sets }))))
    },
    /** The server has it: the old key opens nothing any more. */
    adoptKey: async (): Promise<void> => {
      const opened = use()
      const next = staging.take()
      wipe(opened.vaultKey)
      unlocked = { ...opened, ...next }
    },

    /** That the wallet is open here, for the server to change what opens it. */
    proveChange: async (change: Pick<ShareSetChange, 'action' | 'setId' | 'sessionId'>): Promise<string> => {
      const { wallet, signers } = use()
      const { walletId, epoch } = wallet
      return toHex(signers.signEvm(textDigest(shareSetProofText({ walletId, epoch, ...change }))))
    },

    askGuardian: (guardianKey: string, question: GuardianQuestion, which: WhichKey = 'open') =>
      guardian.seal(guardianKey, question, () => {
        const { wallet, vaultKey } = keyOf(which)
        return ownerKeyOf(vaultKey, wallet)
      }),
    readGuardian: guardian.read,

    signEvm: async (digest: Bytes): Promise<Bytes> => {
      if (digest.length !== 32) throw new AppError(commonErrors.INVALID_PARAMS)
      return new Uint8Array(use().signers.signEvm(digest))
    },
    signSolana: async (message: Bytes): Promise<Bytes> => new Uint8Array(use().signers.signSolana(message)),

    words: async (): Promise<string> => {
      if (!exportable) throw new AppError(commonErrors.UNAUTHORIZED)
      return seedWords(use().seed)
    },

    /** Not by a key that was its own once: where an epoch is named, it is that one's. */
    isUnlocked: async (walletId = unlocked?.wallet.walletId, epoch = unlocked?.wallet.epoch): Promise<boolean> =>
      unlocked !== null &&
      unlocked.wallet.walletId === walletId &&
      unlocked.wallet.epoch === epoch &&
      now() - usedAt < idleMs,
    setIdle: async (minutes: number): Promise<void> => {
      idleMs = Math.min(Math.max(minutes, 1), 15) * minute
      if (unlocked) use()
    },
    lock: async (): Promise<void> => lock(),
  }
}

export type Custody = ReturnType<typeof createCustody>
