import type { ShareSetRow, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Browser } from './owner.ts'

/** Reads the current record of a wallet through its owner's browser. */
export const readWallet = async (browser: Browser): Promise<WalletRecord> =>
  (await browser.call('GET', 'session')).body.wallet
export const setIdsOf = ({ sets }: WalletRecord): string[] => sets.map(({ setId }) => setId).sort()
export const findSet = ({ sets }: WalletRecord, id: string): ShareSetRow | undefined =>
  sets.find(({ setId }) => setId === id)
