import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Bytes, WalletName } from './contract.ts'
import { openSealed, seal } from './seal.ts'

/** Encrypts the seed under the vault key. SECURITY-MODEL.md 2.2 calls the result V. */
export const sealVault = (vaultKey: Bytes, wallet: WalletName, seed: Bytes): Promise<SealedText> =>
  seal(vaultPart(vaultKey), vaultAad(wallet), seed)

export const openVault = (vaultKey: Bytes, wallet: WalletName, vault: SealedText): Promise<Bytes> =>
  openSealed(vaultPart(vaultKey), vaultAad(wallet), vault)

const vaultPart = (secret: Bytes) => ({ secret, salt: '', info: 'vault/1' })
const vaultAad = ({ walletId, epoch, accounts }: WalletName): string =>
  [walletId, epoch, accounts.eip155, accounts.solana].join('|')
