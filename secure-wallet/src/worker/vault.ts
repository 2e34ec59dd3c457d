import type { Sealed, UnlockMethod, WalletAccounts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { type Bytes, join } from './bytes.ts'
import { open, seal } from './seal.ts'

/** What names a wallet, as the server keeps it; bound into everything that is sealed. */
export type WalletName = { walletId: string; epoch: number; accounts: WalletAccounts }
/** One way to the vault key. */
export type SetName = { setId: string; type: UnlockMethod }
/** `server` is null in a recovery kit, which has to work when there is no server any more. */
export type Shares = { client: Bytes; server: Bytes | null }

/** V: the seed under the vault key. */
export const sealVault = (vaultKey: Bytes, wallet: WalletName, seed: Bytes): Promise<Sealed> =>
  seal(vaultPart(vaultKey), vaultAad(wallet), seed)

export const openVault = (vaultKey: Bytes, wallet: WalletName, vault: Sealed): Promise<Bytes> =>
  open(vaultPart(vaultKey), vaultAad(wallet), vault)

/** W_i: the vault key under one factor set. */
export const wrapVaultKey = (shares: Shares, set: SetName, wallet: WalletName, vaultKey: Bytes): Promise<Sealed> =>
  seal(setPart(shares, set, wallet), setAad(set, wallet), vaultKey)

export const unwrapVaultKey = (shares: Shares, set: SetName, wallet: WalletName, wrapped: Sealed): Promise<Bytes> =>
  open(setPart(shares, set, wallet), setAad(set, wallet), wrapped)

const vaultPart = (secret: Bytes) => ({ secret, salt: '', info: 'vault/1' })
const vaultAad = ({ walletId, epoch, accounts }: WalletName): string =>
  [walletId, epoch, accounts.eip155, accounts.solana].join('|')

const setPart = ({ client, server }: Shares, { setId, type }: SetName, { walletId, epoch }: WalletName) => ({
  secret: server ? join(client, server) : client,
  salt: setId,
  info: ['set/1', type, walletId, epoch].join('|'),
})
const setAad = ({ setId, type }: SetName, { walletId, epoch }: WalletName): string =>
  [walletId, setId, type, epoch].join('|')
