import type { ShareSetRow, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { OwnerBrowser } from './owner.ts'

/** Reads the current record of a wallet through its owner's browser. */
export const readWalletOfBrowser = async (browser: OwnerBrowser): Promise<WalletRecord> =>
  (await browser.call('GET', 'session')).body.wallet
export const shareSetIdsOf = ({ sets }: WalletRecord): string[] => sets.map(({ setId }) => setId).sort()
export const findRecordedShareSet = ({ sets }: WalletRecord, id: string): ShareSetRow | undefined =>
  sets.find(({ setId }) => setId === id)
