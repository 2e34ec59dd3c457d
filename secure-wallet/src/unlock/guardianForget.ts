import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import { guardianEnvelopeSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { CustodyApi } from '../worker/contract.ts'
import type { ShareSets } from './shareSets.ts'

type Parts = {
  session: Pick<Session, 'ask' | 'facts'>
  sets: ShareSets
  custody: Pick<CustodyApi, 'isUnlocked'>
  store: Store
  scope: string
}
const storedSets = v.object({ walletId: v.string(), setIds: v.array(v.string()) })
const storedRequest = v.object({ walletId: v.string(), epoch: v.number(), forget: guardianEnvelopeSchema })

/**
 * Makes the guardian forget recognised browsers, or delete its shares. The guardian accepts such requests only from an
 * unlocked wallet, so a request may have to wait for the next unlock.
 */
export const createGuardianForgetRequests = ({ session, sets, custody, store, scope }: Parts) => {
  // Do not change these names: earlier versions stored data under them.
  const setsName = `to be forgotten ${scope}`
  const requestName = `farewell ${scope}`
  const walletId = (): string => session.facts()?.wallet?.walletId ?? ''

  /**
   * Asks the guardian to forget a share set, all recognised browsers, or with `others` all but this one. Returns true if
   * the guardian has forgotten them; its answer "not found" counts as success.
   */
  const forget = async (setId?: string): Promise<boolean> => {
    try {
      await sets.guardian.ask({ kind: 'forget', walletId: walletId(), ...(setId !== undefined && { setId }) })
      return true
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return thrown.code === 'KEY_SET_NOT_FOUND'
    }
  }
  /** Unlocks with the device share set only, because leaving a wallet must not require a recovery. */
  const isOpen = async (): Promise<boolean> => {
    if (await custody.isUnlocked(walletId(), session.facts()?.wallet?.epoch)) return true
    try {
      return await sets.device.unlock()
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return false
    }
  }
  const findStoredSets = async (): Promise<string[]> => {
    const found = await store.get(setsName)
    return v.is(storedSets, found) && found.walletId === walletId() ? found.setIds : []
  }
  /** Makes the guardian forget these share sets. Stores the ids of failed deletions for the next unlock. */
  const forgetSets = async (setIds: readonly string[]): Promise<void> => {
    const failed: string[] = []
    for (const setId of new Set([...(await findStoredSets()), ...setIds]))
      if (!(await forget(setId))) failed.push(setId)
    if (failed.length > 0) await store.put(setsName, { walletId: walletId(), setIds: failed })
    else await store.remove(setsName)
  }
  const sendStoredRequest = async (): Promise<void> => {
    const found = await store.get(requestName)
    const wallet = session.facts()?.wallet
    if (!wallet || !v.is(storedRequest, found) || found.walletId !== wallet.walletId) return
    // The request deletes the guardian's old share set. Until the server has the new vault key, that share set may be
    // the only unlock method.
    if (wallet.epoch < found.epoch) return
    try {
      await session.ask({ method: 'POST', path: 'guardian/forget', body: found.forget })
    } catch (thrown) {
      // The error code INVALID_INPUT means that the guardian no longer accepts the stored request, because it is too
      // old.
      if (!(thrown instanceof AppError) || thrown.code !== 'INVALID_INPUT') return
    }
    await store.remove(requestName)
  }

  const forgetBrowsers = async (which?: 'others'): Promise<boolean> =>
    sets.ofType('guardian').length === 0 || ((await isOpen()) && (await forget(which)))

  return {
    isOpen,
    /**
     * Makes the guardian forget all recognised browsers but this one, which may then still change ways within a day
     * after a recovery by mail. Returns false if the wallet stays locked or the guardian does not answer.
     */
    otherBrowsers: (): Promise<boolean> => forgetBrowsers('others'),
    /** Makes the guardian forget all recognised browsers, including this one. Returns false as `otherBrowsers` does. */
    browsers: async (): Promise<boolean> => {
      const isReached = await forgetBrowsers()
      if (isReached) await sets.guardian.forgetBrowser()
      return isReached
    },
    /** Makes the guardian delete its shares of removed share sets, and their e-mail address. */
    sets: async (setIds: readonly string[]): Promise<void> => {
      if (setIds.length > 0) await forgetSets(setIds)
    },
    /**
     * Seals a request that makes the guardian forget this owner. The server sends this request once it has deleted the
     * account. Null if this browser cannot unlock the wallet.
     */
    sealForgetAll: async (): Promise<GuardianEnvelope | null> => {
      if (sets.ofType('guardian').length === 0 || !(await isOpen())) return null
      return sets.guardian.sealForLater({ kind: 'forget', walletId: walletId(), setId: 'all' })
    },
    /**
     * Stores a sealed request to the guardian until the wallet reaches `epoch`. The request is created now with the
     * current owner key, because the next owner key cannot prove ownership of the old share sets.
     */
    storeRequest: (epoch: number, request: GuardianEnvelope): Promise<void> =>
      store.put(requestName, { walletId: walletId(), epoch, forget: request }),
    dropRequest: (): Promise<void> => store.remove(requestName),
    deliver: async (): Promise<void> => {
      await sendStoredRequest()
      if ((await findStoredSets()).length > 0) await forgetSets([])
    },
  }
}

export type GuardianForgetRequests = ReturnType<typeof createGuardianForgetRequests>
