import type { RenewShareSetRequest, ShareSetChange, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { parseAnswer, walletRecordSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { CustodyApi } from '../worker/contract.ts'
import type { DeviceKeys } from './deviceKeys.ts'
import { makeTestedShareSet } from './shareSetClient.ts'

type Options = {
  session: Pick<Session, 'ask' | 'facts' | 'learn'>
  custody: Pick<CustodyApi, 'wrap' | 'check'>
  keys: DeviceKeys
  newSet(): { type: 'device' | 'vault'; label: string }
  hasNoStorage(): boolean
  prove(action: ShareSetChange['action'], setId: string): Promise<string>
  withLock<Result>(run: () => Promise<Result>): Promise<Result>
  now?: () => number
}

const maximumAgeMs = 90 * 24 * 60 * 60_000

/**
 * Replaces the device share set after 90 days (SECURITY-MODEL.md 2.6), so a stolen copy of it expires. Runs in the
 * background; after a failure the next unlock tries again.
 */
export const createDeviceRenewal = (options: Options) => {
  const { session, custody, keys, newSet, hasNoStorage, prove, withLock, now = Date.now } = options

  /**
   * Returns the device share set to replace. Null if it is younger than 90 days, unconfirmed, or if this browser has no
   * key for it.
   */
  const findOld = async (): Promise<{ wallet: WalletRecord; setId: string } | null> => {
    const wallet = session.facts()?.wallet
    const current = wallet && (await keys.find(wallet.walletId))
    const row = wallet?.sets.find(({ setId }) => setId === current?.setId)
    if (!wallet || !row?.confirmed || now() - row.createdAt <= maximumAgeMs) return null
    return { wallet, setId: row.setId }
  }
  const renew = async (): Promise<void> => {
    // Another tab may have replaced the share set while this tab waited for the lock.
    const old = await findOld()
    if (!old) return
    const { walletId, epoch } = old.wallet
    const { setId, key } = await keys.prepareNext(walletId, epoch)
    // After a failed attempt to store the key, the browser counts as a browser without storage.
    if (hasNoStorage()) return
    const set = await makeTestedShareSet({ custody, newSet: newSet(), source: { kind: 'device', key }, setId })
    const body: RenewShareSetRequest = { set, proof: await prove('renew', setId) }
    const path = `sets/${old.setId}/renew`
    const record = parseAnswer(walletRecordSchema, await session.ask({ method: 'POST', path, body }))
    if (session.facts()?.wallet?.walletId === walletId) session.learn({ wallet: record })
    if (record.sets.some((row) => row.setId === setId)) await keys.settle(walletId, setId)
  }
  let renewing: Promise<void> | null = null
  return async (): Promise<void> => {
    try {
      if (!(await findOld())) return
      renewing ??= withLock(renew).finally(() => {
        renewing = null
      })
      await renewing
    } catch {
      // The renewal failed. The browser has stored both the old and the new key, so one of them still fits the server's
      // share set.
    }
  }
}
