import { toBase64url, utf8 } from './bytes.ts'
import type { Bytes, WalletName } from './contract.ts'

/**
 * Derives the owner key, which proves to the guardian that the wallet is unlocked here. HKDF is one-way, so the owner
 * key reveals nothing of the vault key.
 */
export const deriveOwnerKey = async (vaultKey: Bytes, { walletId, epoch }: WalletName): Promise<Bytes> => {
  const material = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveBits'])
  const info = utf8(['guardian-owner/1', walletId, epoch].join('|'))
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: utf8(''), info }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256))
}

/** The guardian stores this hash instead of the owner key. */
export const hashOwnerKey = async (ownerKey: Bytes): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', ownerKey)))
