import type { WalletAccounts } from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * The wallet of whoever is signed in. Key material stays in the worker; only accounts and signatures come out of it.
 *
 * `none`: nobody is signed in, or there is no wallet. `receiveOnly`: no way to recover it is confirmed yet.
 */
export type KeysStatus = 'none' | 'locked' | 'receiveOnly' | 'ready'

export type Keys = {
  /** null while nobody is signed in or there is no wallet. */
  accounts(): WalletAccounts | null
  status(): KeysStatus
  /**
   * Unlocks through whichever set works without the visitor, and shows the recover panel where none does.
   * Rejected with USER_REJECTED or WALLET_LOCKED.
   */
  unlock(): Promise<void>
  /** secp256k1 over a 32-byte digest → 65 bytes: r, s, v (27 or 28). */
  signEvm(digest: Uint8Array): Promise<Uint8Array>
  /** ed25519 over the bytes of the message → 64 bytes. */
  signSolana(message: Uint8Array): Promise<Uint8Array>
}
