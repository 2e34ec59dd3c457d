import type { RenewShareSetRequest, ShareSetChange, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Session } from '../session/session.ts'
import { read, walletRecord } from '../session/shapes.ts'
import type { Custody } from '../worker/custody.ts'
import type { OwnSets } from './ownSet.ts'
import { makeTried } from './triedSet.ts'

type Options = {
  session: Pick<Session, 'ask' | 'facts' | 'learn'>
  custody: Pick<Custody, 'wrap' | 'check'>
  ownSet: OwnSets
  ownType: 'device' | 'vault'
  label: string
  keepsNothing(): boolean
  prove(action: ShareSetChange['action'], setId: string): Promise<string>
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>
  now?: () => number
}

const longestMs = 90 * 24 * 60 * 60_000

/**
 * What opens the wallet in this browser is made anew every 90 days (security 2.6), so that a copy of it is not worth more
 * than that. Beside whatever the visitor does: what fails is tried again at the next unlock.
 */
export const createOwnRenewal = (options: Options) => {
  const { session, custody, ownSet, ownType, label, keepsNothing, prove, inTurn, now = Date.now } = options

  /** Null where it is young enough, not this browser's any more, or nothing that anyone relies on. */
  const findOld = async (): Promise<{ wallet: WalletRecord; setId: string } | null> => {
    const wallet = session.facts()?.wallet
    const own = wallet && (await ownSet.find(wallet.walletId))
    const row = wallet?.sets.find(({ setId }) => setId === own?.setId)
    if (!wallet || !row?.confirmed || now() - row.createdAt <= longestMs) return null
    return { wallet, setId: row.setId }
  }
  const renew = async (): Promise<void> => {
    // Another tab may have done it while this one waited.
    const old = await findOld()
    if (!old) return
    const { walletId, epoch } = old.wallet
    const { setId, key } = await ownSet.come(walletId, epoch)
    // There was no room for it.
    if (keepsNothing()) return
    const set = await makeTried({ custody }, { setId, type: ownType, label }, { kind: 'device', key })
    const body: RenewShareSetRequest = { set, proof: await prove('renew', setId) }
    const path = `sets/${old.setId}/renew`
    const record = read(walletRecord, await session.ask({ method: 'POST', path, body }))
    if (session.facts()?.wallet?.walletId === walletId) session.learn({ wallet: record })
    if (record.sets.some((row) => row.setId === setId)) await ownSet.settle(walletId, setId)
  }
  let renewing: Promise<void> | null = null
  return async (): Promise<void> => {
    try {
      if (!(await findOld())) return
      renewing ??= inTurn(renew).finally(() => {
        renewing = null
      })
      await renewing
    } catch {
      // Until it works the old one opens the wallet, or the new one, whichever the server has.
    }
  }
}
