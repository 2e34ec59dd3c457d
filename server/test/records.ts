import type { ShareSetRow, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Browser } from './owner.ts'

/** The wallet as its owner sees it now. */
export const walletOf = async (browser: Browser): Promise<WalletRecord> =>
  (await browser.call('GET', 'session')).body.wallet
export const idsOf = ({ sets }: WalletRecord): string[] => sets.map(({ setId }) => setId).sort()
export const named = ({ sets }: WalletRecord, id: string): ShareSetRow | undefined =>
  sets.find(({ setId }) => setId === id)
