import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * True if no share set of the wallet is confirmed: its first login broke off, or the browser has no storage. The
 * address of such a wallet stays hidden, because funds sent there could be lost.
 */
export const isUnfinished = ({ status, sets }: Pick<WalletRecord, 'status' | 'sets'>): boolean =>
  status === 'pending' && !sets.some(({ confirmed }) => confirmed)
