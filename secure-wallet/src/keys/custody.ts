import { AppError } from 'loader/protocol/errors.ts'
import { type Sealed, type SetChange, setProofText, walletProofText } from 'loader/protocol/walletApi.ts'
import { deriveSigners, type Signers, seedWords } from './accounts.ts'
import { type Bytes, fromText, randomBytes, utf8, wipe } from './bytes.ts'
import { personalDigest, textDigest, toHex } from './digest.ts'
import { clientShare, type Factor } from './factor.ts'
import { createGuardianLine, type GuardianQuestion } from './guardianLine.ts'
import { createAsking, type Handover, handOver } from './handover.ts'
import { createPhrase, type KitCost } from './kit.ts'
import { ownerKeyOf } from './ownerKey.ts'
import { openVault, type SetName, sealVault, unwrapVaultKey, type WalletName, wrapVaultKey } from './vault.ts'

export type FactorSet = { set: SetName; factor: Factor; serverShare: string | null }
export type NewWallet = Pick<WalletName, 'accounts'> & { vault: Sealed; proofs: WalletName['accounts'] }
export type NewKit = { phrase: string; wrapped: Sealed; cost: KitCost }

const seedLength = 16
const vaultKeyLength = 32
const shareLength = 32
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
  let idleMs = 5 * minute
  let usedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const lock = (): void => {
    clearTimeout(timer)
    if (unlocked) {
      wipe(unlocked.vaultKey, unlocked.seed)
      unlocked.signers.close()
    }
    guardian.hold(null)
    unlocked = null
  }
  /** A timer stands still while a laptop sleeps, so the clock is asked too. */
  const use = (): Unlocked => {
    if (unlocked && now() - usedAt >= idleMs) lock()
    if (!unlocked) throw new AppError('WALLET_LOCKED')
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
  const sharesOf = async ({ set, factor, serverShare }: FactorSet) => ({
    client: await clientShare(factor, set.setId, guardian.share()),
    server: serverShare === null ? null : fromText(serverShare),
  })
  const unwrap = async (way: FactorSet, wallet: WalletName, wrapped: Sealed): Promise<Bytes> => {
    const shares = await sharesOf(way)
    try {
      return await unwrapVaultKey(shares, way.set, wallet, wrapped)
    } finally {
      wipe(shares.client, shares.server)
    }
  }

  const openWith = async (wallet: WalletName, vault: Sealed, vaultKey: Bytes): Promise<void> => {
    const seed = await openVault(vaultKey, wallet, vault)
    const signers = deriveSigners(seed)
    const { accounts } = signers
    // The accounts are bound into the vault; a wallet whose seed gives other ones was never made by this code.
    if (accounts.eip155 !== wallet.accounts.eip155 || accounts.solana !== wallet.accounts.solana) {
      signers.close()
      wipe(vaultKey, seed)
      throw new AppError('KEY_NOT_UNLOCKED')
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
      openWith(wallet, vault, await unwrap(way, wallet, wrapped)),

    /** The public key to which another document of this origin may hand the vault key over. */
    askForKey: asking.publicKey,
    takeKey: async (wallet: WalletName, vault: Sealed, flowId: string, handover: Handover): Promise<void> =>
      openWith(wallet, vault, await asking.open({ wallet, flowId }, handover)),
    giveKey: async (flowId: string, publicKey: string): Promise<Handover> => {
      const { wallet, vaultKey } = use()
      return handOver({ wallet, flowId }, publicKey, vaultKey)
    },

    /** W of a new factor set. */
    wrap: async (way: FactorSet): Promise<Sealed> => {
      const { wallet, vaultKey } = use()
      if (way.factor.kind === 'guardian') guardian.hold(randomBytes(shareLength))
      const shares = await sharesOf(way)
      const wrapped = await wrapVaultKey(shares, way.set, wallet, vaultKey)
      wipe(shares.client, shares.server)
      return wrapped
    },

    /** Test unwrap: a set that gives another key, or none, would be a promise that nobody can keep. */
    check: async (way: FactorSet, wrapped: Sealed): Promise<void> => {
      const { wallet, vaultKey } = use()
      const found = await unwrap(way, wallet, wrapped)
      // From here on the guardian has it, and nobody else.
      if (way.factor.kind === 'guardian') guardian.hold(null)
      const isSame = found.length === vaultKey.length && found.every((byte, place) => byte === vaultKey[place])
      wipe(found)
      if (!isSame) throw new AppError('KEY_NOT_UNLOCKED')
    },

    kit: async (setId: string): Promise<NewKit> => {
      const { wallet, vaultKey } = use()
      const set: SetName = { setId, type: 'kit' }
      const phrase = await createPhrase()
      const shares = await sharesOf({ set, factor: { kind: 'phrase', phrase, cost: kitCost }, serverShare: null })
      const wrapped = await wrapVaultKey(shares, set, wallet, vaultKey)
      wipe(shares.client)
      return { phrase, wrapped, cost: kitCost }
    },

    /** That the wallet is open here, for the server to change what opens it. */
    proveChange: async (change: Pick<SetChange, 'action' | 'setId' | 'sessionId'>): Promise<string> => {
      const { wallet, signers } = use()
      const { walletId, epoch } = wallet
      return toHex(signers.signEvm(textDigest(setProofText({ walletId, epoch, ...change }))))
    },

    askGuardian: (guardianKey: string, question: GuardianQuestion) =>
      guardian.seal(guardianKey, question, () => {
        const { wallet, vaultKey } = use()
        return ownerKeyOf(vaultKey, wallet)
      }),
    readGuardian: guardian.read,

    signEvm: async (digest: Bytes): Promise<Bytes> => {
      if (digest.length !== 32) throw new AppError('INVALID_PARAMS')
      return new Uint8Array(use().signers.signEvm(digest))
    },
    signSolana: async (message: Bytes): Promise<Bytes> => new Uint8Array(use().signers.signSolana(message)),

    words: async (): Promise<string> => {
      if (!exportable) throw new AppError('UNAUTHORIZED')
      return seedWords(use().seed)
    },

    isUnlocked: async (walletId = unlocked?.wallet.walletId): Promise<boolean> =>
      unlocked !== null && unlocked.wallet.walletId === walletId && now() - usedAt < idleMs,
    setIdle: async (minutes: number): Promise<void> => {
      idleMs = Math.min(Math.max(minutes, 1), 15) * minute
      if (unlocked) use()
    },
    lock: async (): Promise<void> => lock(),
  }
}

export type Custody = ReturnType<typeof createCustody>
