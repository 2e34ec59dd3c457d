import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import type { GuardianReply, UnsealedGuardianRequest, VaultKeyStage } from '../worker/contract.ts'
import type { ShareSetClient } from './shareSetClient.ts'

type Parts = {
  client: ShareSetClient
  store: Store
  scope: string
  /** False if the operator runs no guardian. */
  hasGuardian: boolean
  ask(question: UnsealedGuardianRequest, which?: VaultKeyStage): Promise<GuardianReply>
}
type Ways = Extract<GuardianReply, { kind: 'ways' }>
type Edit = (ways: Ways['ways']) => string[] | null

/** The vault key that this browser has told the guardian about, and the removed ways that it has not. */
const storedWays = v.object({ walletId: v.string(), epoch: v.number(), removed: v.array(v.string()) })
const tries = 3

/**
 * The guardian's list of the wallet's passkeys and backups. While the list is empty, a recovery by mail needs no delay
 * (SECURITY-MODEL.md 2.6). Edits start from the guardian's own list, so the main server can hide no entry.
 */
export const createGuardianWays = ({ client, store, scope, hasGuardian, ask }: Parts) => {
  const name = `ways ${scope}`
  const change = createListChange({ client, hasGuardian, ask })
  const listed = (): string[] =>
    [...client.ofType('passkey'), ...client.ofType('kit')].map(({ setId }: ShareSetRow) => setId)
  const findRemoved = async (): Promise<string[] | null> => {
    const { walletId, epoch } = client.wallet()
    const found = await store.get(name)
    return v.is(storedWays, found) && found.walletId === walletId && found.epoch === epoch ? found.removed : null
  }
  const put = async (removed: readonly string[]): Promise<void> => {
    const { walletId, epoch } = client.wallet()
    await store.put(name, { walletId, epoch, removed })
  }
  /**
   * Tells the guardian of removed ways that it may not know of. Once, tells it the whole list, if it enrolled the wallet
   * with an earlier version.
   */
  const settle = async (): Promise<void> => {
    const removed = await findRemoved()
    if (removed?.length === 0) return
    await change((ways) => (ways ?? listed()).filter((setId) => !removed?.includes(setId)))
    await put([])
  }
  const remove = async (setId: string): Promise<void> => {
    await put([...((await findRemoved()) ?? []), setId])
    await settle()
  }

  return {
    listed,
    settle,
    /** Removes a way from the list. If that fails, the next unlock tries again. */
    remove: async (setId: string): Promise<void> => {
      try {
        await remove(setId)
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
      }
    },
    /** Adds a way. Await this before the way becomes active, so that the delay counts from then on. */
    add: (setId: string): Promise<void> => change((ways) => ways && [...new Set([...ways, setId])]),
    /** Replaces the list of the staged vault key. */
    stage: (setIds: string[]): Promise<void> => change(() => setIds, 'staged'),
  }
}

/** Returns the function that edits the guardian's list. It does nothing if the guardian has no share of this wallet. */
const createListChange = ({ client, hasGuardian, ask }: Omit<Parts, 'store' | 'scope'>) => {
  const request = async (change?: { version: number; ways: string[] }, which?: VaultKeyStage): Promise<Ways> => {
    const { walletId } = client.wallet()
    const reply = await ask({ kind: 'ways', walletId, ...(change && { change }) }, which)
    if (reply.kind !== 'ways') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
    return reply
  }
  const editList = async (edit: Edit, which?: VaultKeyStage): Promise<void> => {
    let known = await request(undefined, which)
    for (let count = 0; count < tries; count++) {
      const ways = edit(known.ways)
      if (ways === null || isSame(ways, known.ways)) return
      const { version } = known
      known = await request({ version, ways }, which)
      if (known.version === version + 1 && isSame(ways, known.ways)) return
      // Another browser changed the list meanwhile.
    }
    throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
  }
  return async (edit: Edit, which?: VaultKeyStage): Promise<void> => {
    if (!hasGuardian) return
    try {
      await editList(edit, which)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'KEY_SET_NOT_FOUND') throw thrown
    }
  }
}

const isSame = (a: readonly string[], b: Ways['ways']): boolean =>
  b !== null && a.length === b.length && a.every((each) => b.includes(each))
