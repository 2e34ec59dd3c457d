import type {
  RenewedShareSet,
  ShareSetRow,
  UnlockMethod,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { type BrowserUnlockMethod, createDeviceMethod } from './device.ts'
import { createGuardianMethod } from './guardian.ts'
import { createKitMethod } from './kit.ts'
import { createPasskeyMethod } from './passkey.ts'
import { createShareSetClient } from './shareSetClient.ts'

type ShareSetOptions = {
  session: Pick<Session, 'ask' | 'facts' | 'learn' | 'refresh'>
  custody: CustodyApi
  store: Store
  scope: string
  /** The unlock method of this browser's own share set: `device` in the secure frame, `vault` in a wallet window. */
  deviceType: BrowserUnlockMethod
  guardianKey: string | undefined
  /** Returns the language of the guardian's mails. */
  locale(): string
  /**
   * Tells whether this browser keeps no stored data. Call `hasNoStorage` each time, because a browser may run out of
   * storage at any moment.
   */
  hasNoStorage(): boolean
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/**
 * The unlock methods that have their own code. The code of the device method also makes the `vault` share set of a
 * wallet window.
 */
type MethodName = Exclude<UnlockMethod, 'vault'>
/**
 * The actions of an unlock method. Their parameters differ per method, so the type checks only their names and results.
 */
type MethodActions = {
  /** Creates a share set of this unlock method and confirms it. */
  add(...input: never[]): Promise<void>
  /** Unlocks the wallet with a share set of this unlock method. */
  unlock(...input: never[]): Promise<unknown>
  /** Creates a share set under the staged vault key, for `newKey.ts`. */
  stage(...input: never[]): Promise<RenewedShareSet | null>
}

/**
 * The unlock methods of a wallet: the server, the worker and the browser each contribute a part
 * (SECURITY-MODEL.md 2.2).
 */
export const createShareSets = (options: ShareSetOptions) => {
  const client = createShareSetClient(options)
  const guardian = createGuardianMethod({ ...options, client })
  const { ways } = guardian
  /** Makes a passkey or backup active. The guardian hears of it first, so that the delay of a recovery by mail counts. */
  const activate = async (setId: string): Promise<void> => {
    await ways.add(setId)
    try {
      await client.confirm(setId)
    } catch (thrown) {
      if (thrown instanceof AppError && (await isInactive(setId))) await ways.remove(setId)
      throw thrown
    }
  }
  const isInactive = async (setId: string): Promise<boolean> => {
    try {
      await options.session.refresh()
      return !ways.listed().includes(setId)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return false
    }
  }
  const parts = { ...options, client, activate }
  const methods = {
    device: createDeviceMethod(parts),
    passkey: createPasskeyMethod(parts),
    kit: createKitMethod(parts),
    guardian,
  } satisfies { [Name in MethodName]: MethodActions }
  const { learn, ofType, prove, confirmBrowser } = client
  return {
    ...methods,
    learn,
    /** Removes a share set. The wallet must be unlocked, because the removal needs a proof. */
    remove: async (set: Pick<ShareSetRow, 'setId' | 'type'>): Promise<WalletRecord> => {
      const record = await client.remove(set)
      if (set.type === 'passkey' || set.type === 'kit') await ways.remove(set.setId)
      return record
    },
    ofType,
    confirmBrowser,
    /**
     * Returns the proof that may end the session `target` (or `all` sessions) and delete the share sets of its browser.
     * The wallet must be unlocked.
     */
    proveEnd: (target: string): Promise<string> => prove('end', target),
  }
}

export type ShareSets = ReturnType<typeof createShareSets>
