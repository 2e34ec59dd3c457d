import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * No share set of this wallet is confirmed: its first login broke off, or the browser has no storage. Its address stays
 * hidden, because funds sent there could be lost.
 */
export const isUnfinished = ({ status, sets }: Pick<WalletRecord, 'status' | 'sets'>): boolean =>
  status === 'pending' && !sets.some(({ confirmed }) => confirmed)
