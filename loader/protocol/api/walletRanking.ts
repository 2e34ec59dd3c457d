import type { DirectoryWallet } from './serverApi.ts'

/** The server offers wallets in this ranking, and the frame ranks again after the page's options changed the lists. */

const recommendedLimit = 4

/** Whether `ids` contains the wallet's own id, or its id in another directory. */
export const hasAnyWalletId = (
  { id, other_id }: Pick<DirectoryWallet, 'id' | 'other_id'>,
  ids: readonly string[] | undefined,
): boolean => ids !== undefined && (ids.includes(id) || (other_id !== undefined && ids.includes(other_id)))

/** The featured wallets, in the order of `featuredIds`. */
export const featuredWalletsOf = <Wallet extends DirectoryWallet>(
  wallets: readonly Wallet[],
  featuredIds: readonly string[],
): Wallet[] => [...new Set(featuredIds.flatMap((id) => wallets.find((wallet) => hasAnyWalletId(wallet, [id])) ?? []))]

/** The recommended wallets: the first wallets that are not featured. */
export const recommendedWalletsOf = <Wallet extends DirectoryWallet>(
  wallets: readonly Wallet[],
  featuredIds: readonly string[],
): Wallet[] => wallets.filter((wallet) => !hasAnyWalletId(wallet, featuredIds)).slice(0, recommendedLimit)

/** How many wallets the caller must pass to `recommendedWalletsOf`, since some of them may be featured. */
export const walletsNeededToRecommend = (featuredIds: readonly string[]): number =>
  recommendedLimit + featuredIds.length
