import type { WalletAccounts } from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * `none`: nobody is signed in, or the account has no finished wallet. `receiveOnly`: the server has confirmed no
 * durable unlock method.
 */
type KeysStatus = 'none' | 'locked' | 'receiveOnly' | 'ready'

/** The signed-in visitor's wallet, as approvals use it. Key material stays in the worker. */
export type WalletKeys = {
  /** The addresses of the wallet. Null if nobody is signed in or the account has no finished wallet. */
  accounts(): WalletAccounts | null
  status(): KeysStatus
  /**
   * Unlocks the wallet with the device share set, or else shows the recovery panel. Rejects with USER_REJECTED if the
   * visitor leaves the recovery panel.
   */
  unlock(): Promise<void>
  /** Signs a 32-byte digest with secp256k1. Returns 65 bytes: r, s, v (27 or 28). */
  signEvm(digest: Uint8Array): Promise<Uint8Array>
  /** Signs the bytes of a message with Ed25519. Returns 64 bytes. */
  signSolana(message: Uint8Array): Promise<Uint8Array>
}
