import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** The wallet that the visitor chose from a list, and its icon. */
export type ChosenWallet = { wallet: DirectoryWallet; iconUrl?: string | undefined }
