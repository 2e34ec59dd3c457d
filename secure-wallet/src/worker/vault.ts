import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Bytes, ShareSetName, WalletName } from './contract.ts'
import { open, seal } from './seal.ts'

/** `server` is null in a recovery kit, which must work without a server. */
export type KeyShares = { client: Bytes; server: Bytes | null }

/** Seals the seed under the vault key: V in security 2.2. */
export const sealVault = (vaultKey: Bytes, wallet: WalletName, seed: Bytes): Promise<Sealed> =>
  seal(vaultPart(vaultKey), vaultAad(wallet), seed)

export const openVault = (vaultKey: Bytes, wallet: WalletName, vault: Sealed): Promise<Bytes> =>
  open(vaultPart(vaultKey), vaultAad(wallet), vault)

/** Seals the vault key under the shares of one share set: W_i in security 2.2. */
export const wrapVaultKey = (
  shares: KeyShares,
  name: ShareSetName,
  wallet: WalletName,
  vaultKey: Bytes,
): Promise<Sealed> => seal(setPart(shares, name, wallet), setAad(name, wallet), vaultKey)

export const unwrapVaultKey = (
  shares: KeyShares,
  name: ShareSetName,
  wallet: WalletName,
  wrapped: Sealed,
): Promise<Bytes> => open(setPart(shares, name, wallet), setAad(name, wallet), wrapped)

const vaultPart = (secret: Bytes) => ({ secret, salt: '', info: 'vault/1' })
const vaultAad = ({ walletId, epoch, accounts }: WalletName): string =>
  [walletId, epoch, accounts.eip155, accounts.solana].join('|')

const setPart = ({ client, server }: KeyShares, { setId, type }: ShareSetName, { walletId, epoch }: WalletName) => ({
  secret: server ? new Uint8Array(concatBytes(client, server)) : client,
  salt: setId,
  info: ['set/1', type, walletId, epoch].join('|'),
})
const setAad = ({ setId, type }: ShareSetName, { walletId, epoch }: WalletName): string =>
  [walletId, setId, type, epoch].join('|')
