import { type Bytes, toText, utf8 } from './bytes.ts'
import type { WalletName } from './vault.ts'

/**
 * What shows the guardian that a wallet is open here. It comes from the vault key by a function that can't be turned
 * back, so it tells nothing of it.
 */
export const ownerKeyOf = async (vaultKey: Bytes, { walletId, epoch }: WalletName): Promise<Bytes> => {
  const material = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveBits'])
  const info = utf8(['guardian-owner/1', walletId, epoch].join('|'))
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: utf8(''), info }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256))
}

/** All that the guardian keeps of it. */
export const ownerOf = async (ownerKey: Bytes): Promise<string> =>
  toText(new Uint8Array(await crypto.subtle.digest('SHA-256', ownerKey)))
