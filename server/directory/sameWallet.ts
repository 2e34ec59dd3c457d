import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Listings have ids of their own, but the name under which an extension announces itself is the same everywhere. */
export const isSameWallet = (
  one: Pick<DirectoryWallet, 'id' | 'rdns'>,
  other: Pick<DirectoryWallet, 'id' | 'rdns'>,
): boolean => one.id === other.id || (one.rdns !== undefined && one.rdns.toLowerCase() === other.rdns?.toLowerCase())
