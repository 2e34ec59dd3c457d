import type { Page } from '@playwright/test'
import { announceWallets } from '../driver/announce.ts'
import { pageWalletPrefix, pageWalletRows } from './painted.ts'

/** Announces the bench's own wallets by EIP-6963 before any script of the page runs. */
export const announceBenchWallets = (page: Page): Promise<unknown> =>
  announceWallets(
    page,
    Array.from({ length: pageWalletRows.least }, (_, index) => ({
      rdns: `${pageWalletPrefix}wallet${index + 1}`,
      name: `Wallet ${index + 1}`,
    })),
  )
