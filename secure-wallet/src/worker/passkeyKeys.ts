import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fromBase64url, toBase64url, utf8 } from './bytes.ts'
import type { Bytes, CustodyApi, PasskeyPublicKey, VaultKeyStage } from './contract.ts'
import { setAad } from './keyWrapping.ts'
import { openSealed, seal } from './seal.ts'
import type { VaultKey } from './stagedVault.ts'

/**
 * Seals the public keys of passkeys under the vault key, bound to their share set. So neither the server nor someone
 * with the mailbox can give the wallet a key of their own.
 */
export const createPasskeyKeys = (findKey: (which: VaultKeyStage) => VaultKey) => {
  const sealKey = (setId: string, content: Bytes, which: VaultKeyStage): Promise<SealedText> => {
    const { wallet, vaultKey } = findKey(which)
    return seal(keyPart(setId, vaultKey), setAad({ setId, type: 'passkey' }, wallet), content)
  }
  const open = (setId: string, sealed: SealedText): Promise<Bytes> => {
    const { wallet, vaultKey } = findKey('current')
    return openSealed(keyPart(setId, vaultKey), setAad({ setId, type: 'passkey' }, wallet), sealed)
  }
  return {
    /** Opens a sealed public key. Rejects with KEY_NOT_UNLOCKED if it belongs to another share set or wallet. */
    open: async (setId: string, sealed: SealedText): Promise<PasskeyPublicKey> => {
      const { algorithm, spki } = JSON.parse(new TextDecoder().decode(await open(setId, sealed)))
      return { algorithm, spki: fromBase64url(spki) }
    },
    api: {
      sealPasskeyKey: (setId, { algorithm, spki }) =>
        sealKey(setId, utf8(JSON.stringify({ algorithm, spki: toBase64url(spki) })), 'current'),
      restagePasskeyKey: async (old, setId) => sealKey(setId, await open(old.setId, old.sealed), 'staged'),
    } satisfies Partial<CustodyApi>,
  }
}

const keyPart = (setId: string, vaultKey: Bytes) => ({ secret: vaultKey, salt: setId, info: 'passkey key/1' })
