import type { WalletAccounts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { CustodyApi } from '../worker/contract.ts'

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
} & Pick<CustodyApi, 'startApproval' | 'confirmApproval' | 'sign'>
