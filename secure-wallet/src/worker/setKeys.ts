import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { areSame, type Bytes, fromText, randomBytes, wipe } from './bytes.ts'
import { clientShare, type Factor } from './factor.ts'
import type { createGuardianLine } from './guardianLine.ts'
import { createPhrase, type KitCost } from './kit.ts'
import type { OpenKey, WhichKey } from './stagedKey.ts'
import { type SetName, unwrapVaultKey, type WalletName, wrapVaultKey } from './vault.ts'

export type FactorSet = { set: SetName; factor: Factor; serverShare: string | null }
export type NewKit = { phrase: string; wrapped: Sealed; cost: KitCost }

const shareLength = 32

type Options = {
  guardian: Pick<ReturnType<typeof createGuardianLine>, 'share' | 'hold'>
  kitCost: KitCost
  keyOf(which: WhichKey): OpenKey
}

/** A vault key under the factor sets that open it, and out of them. */
export const createSetKeys = ({ guardian, kitCost, keyOf }: Options) => {
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
  return {
    unwrap,

    /** W of a new factor set. */
    wrap: async (way: FactorSet, which: WhichKey = 'open'): Promise<Sealed> => {
      const { wallet, vaultKey } = keyOf(which)
      if (way.factor.kind === 'guardian') guardian.hold(randomBytes(shareLength))
      const shares = await sharesOf(way)
      const wrapped = await wrapVaultKey(shares, way.set, wallet, vaultKey)
      wipe(shares.client, shares.server)
      return wrapped
    },

    /** Test unwrap: a set that gives another key, or none, would be a promise that nobody can keep. */
    check: async (way: FactorSet, wrapped: Sealed, which: WhichKey = 'open'): Promise<void> => {
      const { wallet, vaultKey } = keyOf(which)
      const found = await unwrap(way, wallet, wrapped)
      // From here on the guardian has it, and nobody else.
      if (way.factor.kind === 'guardian') guardian.hold(null)
      const isSame = areSame(found, vaultKey)
      wipe(found)
      if (!isSame) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    },

    kit: async (setId: string, which: WhichKey = 'open'): Promise<NewKit> => {
      const { wallet, vaultKey } = keyOf(which)
      const set: SetName = { setId, type: 'kit' }
      const phrase = await createPhrase()
      const shares = await sharesOf({ set, factor: { kind: 'phrase', phrase, cost: kitCost }, serverShare: null })
      const wrapped = await wrapVaultKey(shares, set, wallet, vaultKey)
      wipe(shares.client)
      return { phrase, wrapped, cost: kitCost }
    },
  }
}
