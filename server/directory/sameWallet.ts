import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/**
 * Tells whether two rows are of one wallet. Each listing has its own ids, so compares rdns too, which an extension
 * announces everywhere.
 */
export const isSameWallet = (
  one: Pick<DirectoryWallet, 'id' | 'rdns'>,
  other: Pick<DirectoryWallet, 'id' | 'rdns'>,
): boolean => one.id === other.id || (one.rdns !== undefined && one.rdns.toLowerCase() === other.rdns?.toLowerCase())
