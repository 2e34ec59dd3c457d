import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * Nobody tried yet whether anything opens it: its first login did not come to its end, or this browser keeps nothing and
 * there is no other way. Until something does, it is no wallet to anyone, since what was sent to it might be lost.
 */
export const isUnfinished = ({ status, sets }: Pick<WalletRecord, 'status' | 'sets'>): boolean =>
  status === 'pending' && !sets.some(({ confirmed }) => confirmed)
