import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes, fromBase64url, randomBytes, wipe } from './bytes.ts'
import { deriveClientShare } from './clientShare.ts'
import type { Bytes, CustodyApi, KitHashCost, ShareSet, ShareSetName, VaultKeyStage, WalletName } from './contract.ts'
import type { createGuardianMessages } from './guardianMessages.ts'
import { createKitPhrase } from './kitPhrase.ts'
import { openSealed, seal } from './seal.ts'
import type { VaultKey } from './stagedVault.ts'

const shareLength = 32

/**
 * The two shares that decrypt a wrapped vault key. `server` is null for a backup, which must work without a
 * server.
 */
export type KeyShares = { client: Bytes; server: Bytes | null }

type Options = {
  guardian: Pick<ReturnType<typeof createGuardianMessages>, 'share' | 'holdShare'>
  kitCost: KitHashCost
  findKey(which: VaultKeyStage): VaultKey
}
type KeyWrapping = Pick<CustodyApi, 'wrap' | 'check' | 'kit'> & {
  unwrap(set: ShareSet, wallet: WalletName, wrapped: SealedText): Promise<Bytes>
}

/** Encrypts the vault key under the shares of a share set, and decrypts it with them. */
export const createKeyWrapping = ({ guardian, kitCost, findKey }: Options): KeyWrapping => {
  const sharesOf = async ({ name, source, serverShare }: ShareSet): Promise<KeyShares> => ({
    client: await deriveClientShare(source, name.setId, guardian.share()),
    server: serverShare === null ? null : fromBase64url(serverShare),
  })
  const unwrap: KeyWrapping['unwrap'] = async (set, wallet, wrapped) => {
    const shares = await sharesOf(set)
    try {
      return await unwrapVaultKey(shares, set.name, wallet, wrapped)
    } finally {
      wipe(shares.client, shares.server)
    }
  }
  return {
    unwrap,

    wrap: async (set, which = 'current') => {
      const { wallet, vaultKey } = findKey(which)
      if (set.source.kind === 'guardian') guardian.holdShare(randomBytes(shareLength))
      const shares = await sharesOf(set)
      const wrapped = await wrapVaultKey(shares, set.name, wallet, vaultKey)
      wipe(shares.client, shares.server)
      return wrapped
    },

    check: async (set, wrapped, which = 'current') => {
      const { wallet, vaultKey } = findKey(which)
      const found = await unwrap(set, wallet, wrapped)
      // The guardian has stored its share by now, so the worker forgets its own copy of that share.
      if (set.source.kind === 'guardian') guardian.holdShare(null)
      const isSame = equalBytes(found, vaultKey)
      wipe(found)
      if (!isSame) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    },

    kit: async (setId, which = 'current') => {
      const { wallet, vaultKey } = findKey(which)
      const name: ShareSetName = { setId, type: 'kit' }
      const phrase = await createKitPhrase()
      const shares = await sharesOf({ name, source: { kind: 'phrase', phrase, cost: kitCost }, serverShare: null })
      const wrapped = await wrapVaultKey(shares, name, wallet, vaultKey)
      wipe(shares.client)
      return { phrase, wrapped, cost: kitCost }
    },
  }
}

/** Encrypts the vault key under the shares of one share set. SECURITY-MODEL.md 2.2 calls the result W_i. */
const wrapVaultKey = (
  shares: KeyShares,
  name: ShareSetName,
  wallet: WalletName,
  vaultKey: Bytes,
): Promise<SealedText> => seal(setPart(shares, name, wallet), setAad(name, wallet), vaultKey)

export const unwrapVaultKey = (
  shares: KeyShares,
  name: ShareSetName,
  wallet: WalletName,
  wrapped: SealedText,
): Promise<Bytes> => openSealed(setPart(shares, name, wallet), setAad(name, wallet), wrapped)

const setPart = ({ client, server }: KeyShares, { setId, type }: ShareSetName, { walletId, epoch }: WalletName) => ({
  secret: server ? new Uint8Array(concatBytes(client, server)) : client,
  salt: setId,
  info: ['set/1', type, walletId, epoch].join('|'),
})
/** Names a share set. Everything that the wallet seals for the share set is bound to this name. */
export const setAad = ({ setId, type }: ShareSetName, { walletId, epoch }: WalletName): string =>
  [walletId, setId, type, epoch].join('|')
