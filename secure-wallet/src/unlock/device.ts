import type { RenewedShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { createDeviceKeys } from './deviceKeys.ts'
import { createDeviceRenewal } from './deviceRenewal.ts'
import { makeTestedShareSet, type ShareSetClient } from './shareSetClient.ts'

export type BrowserUnlockMethod = 'device' | 'vault'
type Parts = {
  client: ShareSetClient
  session: Pick<Session, 'ask' | 'facts' | 'learn' | 'refresh'>
  custody: CustodyApi
  store: Store
  scope: string
  deviceType: BrowserUnlockMethod
  hasNoStorage(): boolean
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/** Unlock methods `device` and `vault`: a key in this browser's storage unlocks without an action of the visitor. */
export const createDeviceMethod = (parts: Parts) => {
  const { client, session, custody, store, scope, deviceType, hasNoStorage } = parts
  const withLock = <Result>(run: () => Promise<Result>): Promise<Result> =>
    parts.withLock(`${deviceType} ${scope}`, run)
  const label = (): string => session.facts()?.browser ?? ''
  const keys = createDeviceKeys({ store, scope, custody, type: deviceType, label })
  const newSet = () => ({ type: deviceType, label: label() })
  const { prove } = client
  const renewIfOld = createDeviceRenewal({ session, custody, keys, newSet, hasNoStorage, prove, withLock })

  /** Without storage the key is lost with this document, so its share set must not count as an unlock method. */
  const confirmIfStored = async (setId: string): Promise<void> => {
    if (!hasNoStorage()) await client.confirm(setId)
  }
  const open = async (walletId: string): Promise<boolean> => {
    for (const { setId, key } of await keys.candidates(walletId)) {
      if (!client.wallet().sets.some((row) => row.setId === setId)) continue
      try {
        await client.unlock(setId, deviceType, { kind: 'device', key })
        await keys.settle(walletId, setId)
        return true
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !isUseless(thrown)) throw thrown
      }
    }
    return false
  }
  const openOrForget = async (walletId: string): Promise<boolean> => {
    // Another tab may have changed the keys since this wallet record was read.
    await session.refresh()
    if (client.wallet().walletId !== walletId || (await open(walletId))) return client.wallet().walletId === walletId
    await keys.forget(walletId)
    return false
  }
  const add = async (): Promise<void> => {
    const key = await keys.createKey()
    const setId = await client.create(newSet(), { kind: 'device', key })
    await keys.save({ setId, walletId: client.wallet().walletId, key })
    await confirmIfStored(setId)
  }
  const ownSetIds = async (): Promise<string[]> =>
    (await keys.candidates(client.wallet().walletId)).map(({ setId }) => setId)
  return {
    prepareFirst: keys.prepareFirst,
    /** Confirms the first share set of a new wallet, after this share set has unlocked the wallet as a test unwrap. */
    confirmFirst: async (): Promise<void> => {
      const { walletId, sets } = client.wallet()
      const current = await keys.find(walletId)
      const row = sets.find(({ setId }) => setId === current?.setId)
      if (row && !row.confirmed) await confirmIfStored(row.setId)
    },
    add,
    /** Adds a share set to a browser that lost its connection before it had one. */
    addIfMissing: (): Promise<void> =>
      withLock(async () => {
        if (!hasNoStorage() && (await ownSetIds()).length === 0) await add()
      }),
    /** Unlocks the wallet. Returns false if this browser has no key that opens it. */
    unlock: async (): Promise<boolean> => {
      const { walletId } = client.wallet()
      if ((await keys.candidates(walletId)).length === 0) return false
      const isOpen = (await open(walletId)) || (await withLock(() => openOrForget(walletId)))
      if (isOpen) await client.confirmBrowser()
      if (isOpen) void renewIfOld()
      return isOpen
    },
    /**
     * Creates a share set under the staged vault key. Returns null if the browser stores nothing. Call `adoptStaged`
     * once the server has the share set.
     */
    stage: async (walletId: string, epoch: number): Promise<RenewedShareSet | null> => {
      if (hasNoStorage()) return null
      const { setId, key } = await withLock(() => keys.prepareNext(walletId, epoch))
      // After a failed attempt to store the key, the browser counts as a browser without storage.
      if (hasNoStorage()) return null
      return makeTestedShareSet({ custody, which: 'staged', newSet: newSet(), source: { kind: 'device', key }, setId })
    },
    adoptStaged: (walletId: string, sets: readonly RenewedShareSet[]): Promise<void> =>
      withLock(async () => {
        const staged = sets.find(({ type }) => type === deviceType)
        await (staged ? keys.settle(walletId, staged.setId) : keys.forget(walletId))
      }),
    /** The ids of the share sets whose keys this browser stores. */
    ownSetIds,
    /** Deletes this browser's key. */
    forget: keys.forget,
  }
}

/**
 * Both error codes mean that the share set is useless: another browser removed it, or its shares do not open the wallet
 * any more.
 */
const isUseless = ({ code }: AppError): boolean => code === 'KEY_SET_NOT_FOUND' || code === 'KEY_NOT_UNLOCKED'
