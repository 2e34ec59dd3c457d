import {
  durableUnlockMethods,
  type ShareSetRow,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Session } from '../session/session.ts'
import { read, sessionFacts } from '../session/shapes.ts'
import type { Factor } from '../worker/factor.ts'
import type { OwnSets } from './ownSet.ts'

type Options = {
  session: Pick<Session, 'ask' | 'refresh'>
  ownSet: OwnSets
  ownType: 'device' | 'vault'
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>
  wallet(): WalletRecord
  /** A set of this browser's, made, tried and told to the server. */
  make(factor: Factor): Promise<string>
  confirmKept(setId: string): Promise<void>
  unlock(setId: string, factor: Factor): Promise<void>
  /** Opened by it: time to see whether it is too old. Nobody waits for that. */
  opened(): void
}

/** Signing out waits no longer for anything. */
const lookMs = 1_000

/** This browser's own way into the wallet, which takes no visitor. */
export const createOwnWay = (options: Options) => {
  const { session, ownSet, ownType, inTurn, wallet, make, confirmKept, unlock, opened } = options

  /** By the one that the record names, of all that this browser keeps. */
  const open = async (walletId: string): Promise<boolean> => {
    for (const { setId, key } of await ownSet.candidates(walletId)) {
      if (!wallet().sets.some((row) => row.setId === setId)) continue
      try {
        await unlock(setId, { kind: 'device', key })
        await ownSet.settle(walletId, setId)
        return true
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !isGone(thrown)) throw thrown
      }
    }
    return false
  }
  /** True where this browser's own set opened the wallet; false where it has none that fits. */
  const unlockWithOwn = async (): Promise<boolean> => {
    const { walletId } = wallet()
    if ((await ownSet.candidates(walletId)).length === 0) return false
    const isOpen =
      (await open(walletId)) ||
      (await inTurn(async () => {
        // Another tab may have changed it, and the record be older than that.
        await session.refresh()
        if (wallet().walletId !== walletId || (await open(walletId))) return wallet().walletId === walletId
        await ownSet.forget(walletId)
        return false
      }))
    if (isOpen) opened()
    return isOpen
  }

  /** Asked of the server: other ways may have been taken away elsewhere. Where it can't tell, there may be no other. */
  const isOnlyWay = async (walletId: string): Promise<boolean> => {
    const own = await ownSet.candidates(walletId)
    if (own.length === 0) return false
    try {
      const ask = { method: 'GET', path: 'session', timeoutMs: lookMs } as const
      const { wallet: found } = read(sessionFacts, await session.ask(ask))
      const isOther = ({ setId, type, confirmed }: ShareSetRow): boolean =>
        confirmed && !own.some((set) => set.setId === setId) && durableUnlockMethods.includes(type)
      return !found?.sets.some(isOther)
    } catch {
      return true
    }
  }

  return {
    unlockWithOwn,
    /** That the wallet was opened by it is its test. */
    complete: async (): Promise<void> => {
      const { walletId, sets } = wallet()
      const own = await ownSet.find(walletId)
      const row = sets.find(({ setId }) => setId === own?.setId)
      if (row && !row.confirmed) await confirmKept(row.setId)
    },
    add: async (): Promise<void> => {
      const key = await ownSet.makeKey()
      const setId = await make({ kind: 'device', key })
      await ownSet.keep({ setId, walletId: wallet().walletId, key })
      await confirmKept(setId)
    },
    /** Nothing of it stays here, but where nobody could come back in without it. True where it stays. */
    leave: async ({ walletId, status }: WalletRecord): Promise<boolean> => {
      const isKept = ownType === 'device' ? status !== 'active' : await isOnlyWay(walletId)
      if (!isKept) await ownSet.forget(walletId)
      return isKept
    },
  }
}

/** Revoked from another device, or its parts no longer fit. */
const isGone = ({ code }: AppError): boolean => code === 'KEY_SET_NOT_FOUND' || code === 'KEY_NOT_UNLOCKED'
