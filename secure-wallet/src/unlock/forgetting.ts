import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import type { Session } from '../session/session.ts'
import { guardianEnvelope } from '../session/shapes.ts'
import type { Store } from '../session/store.ts'
import type { Custody } from '../worker/custody.ts'
import type { FactorSets } from './factorSets.ts'

type Parts = {
  session: Pick<Session, 'ask' | 'facts'>
  sets: FactorSets
  custody: Pick<Custody, 'isUnlocked'>
  store: Store
  scope: string
}
const kept = v.object({ walletId: v.string(), setIds: v.array(v.string()) })
const keptFarewell = v.object({ walletId: v.string(), epoch: v.number(), forget: guardianEnvelope })

/** What the guardian lets go at the owner's word alone, for which the wallet has to be open. */
export const createForgetting = ({ session, sets, custody, store, scope }: Parts) => {
  const name = `to be forgotten ${scope}`
  const farewellName = `farewell ${scope}`
  const walletId = (): string => session.facts()?.wallet?.walletId ?? ''

  /** That it has nothing of this owner's is as good. */
  const tell = async (setId?: string): Promise<boolean> => {
    try {
      await sets.askGuardian({ kind: 'forget', walletId: walletId(), ...(setId !== undefined && { setId }) })
      return true
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return thrown.code === 'KEY_SET_NOT_FOUND'
    }
  }
  /** By what this browser has; nobody recovers a wallet just to leave it. */
  const isOpen = async (): Promise<boolean> => {
    if (await custody.isUnlocked(walletId(), session.facts()?.wallet?.epoch)) return true
    try {
      return await sets.unlockWithOwn()
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return false
    }
  }
  const findKept = async (): Promise<string[]> => {
    const found = await store.get(name)
    return v.is(kept, found) && found.walletId === walletId() ? found.setIds : []
  }
  /** Those that the guardian could not be told of wait for the wallet to be open again. */
  const tellSets = async (setIds: readonly string[]): Promise<void> => {
    const untold: string[] = []
    for (const setId of new Set([...(await findKept()), ...setIds])) if (!(await tell(setId))) untold.push(setId)
    if (untold.length > 0) await store.put(name, { walletId: walletId(), setIds: untold })
    else await store.remove(name)
  }

  /** Not before the wallet has the key that came: until then the guardian may be the only way in. */
  const sendFarewell = async (): Promise<void> => {
    const found = await store.get(farewellName)
    const wallet = session.facts()?.wallet
    if (!wallet || !v.is(keptFarewell, found) || found.walletId !== wallet.walletId) return
    if (wallet.epoch < found.epoch) return
    try {
      await session.ask({ method: 'POST', path: 'guardian/forget', body: found.forget })
    } catch (thrown) {
      // Too old for the guardian to take it.
      if (!(thrown instanceof AppError) || thrown.code !== 'INVALID_INPUT') return
    }
    await store.remove(farewellName)
  }

  return {
    isOpen,
    /** That no browser is known any more, this one neither. False where the guardian could not be told. */
    browsers: async (): Promise<boolean> => {
      if (sets.ofType('guardian').length === 0) return true
      if (!(await isOpen()) || !(await tell())) return false
      await sets.unrecognise()
      return true
    },
    /** Share and address of sets that were taken away. */
    sets: async (setIds: readonly string[]): Promise<void> => {
      if (setIds.length > 0) await tellSets(setIds)
    },
    /** All that the guardian has of this owner, for the time when the account is gone. Null where nothing here opens the wallet. */
    farewell: async (): Promise<GuardianEnvelope | null> => {
      if (sets.ofType('guardian').length === 0 || !(await isOpen())) return null
      return sets.sealForGuardian({ kind: 'forget', walletId: walletId(), setId: 'all' })
    },
    /**
     * The same, said with the key that goes and kept until the wallet is of that epoch: nobody can say it with the one that
     * comes. `drop` where that never came.
     */
    keepFarewell: (epoch: number, forget: GuardianEnvelope): Promise<void> =>
      store.put(farewellName, { walletId: walletId(), epoch, forget }),
    dropFarewell: (): Promise<void> => store.remove(farewellName),
    deliver: async (): Promise<void> => {
      await sendFarewell()
      if ((await findKept()).length > 0) await tellSets([])
    },
  }
}

export type Forgetting = ReturnType<typeof createForgetting>
