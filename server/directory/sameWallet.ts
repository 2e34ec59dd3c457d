import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Compares two rows by rdns too: each listing has its own ids, but an extension announces one rdns everywhere. */
export const isSameWallet = (
  one: Pick<DirectoryWallet, 'id' | 'rdns'>,
  other: Pick<DirectoryWallet, 'id' | 'rdns'>,
): boolean => one.id === other.id || (one.rdns !== undefined && one.rdns.toLowerCase() === other.rdns?.toLowerCase())
