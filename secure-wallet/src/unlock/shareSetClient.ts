import type {
  ConfirmShareSetRequest,
  CreateShareSetRequest,
  RenewedShareSet,
  ShareSetChange,
  ShareSetRow,
  UnlockMethod,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import { parseAnswer, serverShareSchema, shareSetReleaseSchema, walletRecordSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { ClientShareSource, CustodyApi, ShareSet, VaultKeyStage } from '../worker/contract.ts'

type Options = { session: Pick<Session, 'ask' | 'facts' | 'learn' | 'refresh'>; custody: CustodyApi }
type NewShareSet = Omit<CreateShareSetRequest, 'setId'>

/** Creates, confirms, opens and removes share sets on the server, for every unlock method. */
export const createShareSetClient = ({ session, custody }: Options) => {
  const wallet = (): WalletRecord => {
    const record = session.facts()?.wallet
    if (!record) throw new AppError(walletErrors.WALLET_MISSING)
    return record
  }
  const learn = (answer: unknown): WalletRecord => {
    const record = parseAnswer(walletRecordSchema, answer)
    session.learn({ wallet: record })
    return record
  }
  const release = async (setId: string) =>
    parseAnswer(shareSetReleaseSchema, await session.ask({ method: 'POST', path: `sets/${setId}/release`, body: {} }))

  /**
   * Creates a share set on the server. Before the share set is confirmed, runs the test unwrap with the server share
   * and the wrapped vault key that the server returns.
   */
  const create = async (
    newSet: NewShareSet,
    source: ClientShareSource,
    enrol?: (setId: string) => Promise<void>,
    setId: string = crypto.randomUUID(),
  ): Promise<string> => {
    const body: CreateShareSetRequest = { setId, ...newSet }
    const made = parseAnswer(serverShareSchema, await session.ask({ method: 'POST', path: 'sets', body }))
    if (made.serverShare === null) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'no share' } })
    const set: ShareSet = { name: { setId, type: newSet.type }, source, serverShare: made.serverShare }
    const wrapped = await custody.wrap(set)
    await session.ask({ method: 'PUT', path: `sets/${setId}/wrapped`, body: { wrapped } })
    await enrol?.(setId)
    const released = await release(setId)
    await custody.check({ ...set, serverShare: released.serverShare }, released.wrapped)
    return setId
  }
  const prove = async (action: ShareSetChange['action'], setId: string): Promise<string> => {
    // Load the session first, because the proof must name the current session, and another tab may have started a newer
    // one.
    await session.refresh()
    return custody.proveChange({ action, setId, sessionId: session.facts()?.sessionId ?? '' })
  }
  const confirm = async (setId: string): Promise<WalletRecord> => {
    const body: ConfirmShareSetRequest = { proof: await prove('confirm', setId) }
    return learn(await session.ask({ method: 'POST', path: `sets/${setId}/confirm`, body }))
  }

  /**
   * Proves to the server that this browser has the wallet open, if the server does not recognise the browser. Does
   * nothing while the wallet is locked.
   */
  const confirmBrowser = async (): Promise<void> => {
    if (!session.facts()?.isUnconfirmed) return
    await session.refresh()
    const { isUnconfirmed, sessionId = '', wallet: known } = session.facts() ?? {}
    if (!isUnconfirmed || !(await custody.isUnlocked(known?.walletId, known?.epoch))) return
    const body: ConfirmShareSetRequest = {
      proof: await custody.proveChange({ action: 'recognise', setId: sessionId, sessionId }),
    }
    await session.ask({ method: 'POST', path: 'session/confirm', body })
    await session.refresh()
  }

  return {
    wallet,
    learn,
    create,
    confirm,
    confirmBrowser,
    prove,
    unlock: async (setId: string, type: UnlockMethod, source: ClientShareSource): Promise<void> => {
      const { serverShare: share, wrapped } = await release(setId)
      const record = wallet()
      await custody.unlock(record, record.vault, { name: { setId, type }, source, serverShare: share }, wrapped)
    },
    /** Removes a share set. The wallet must be unlocked, because the removal needs a proof. */
    remove: async ({ setId }: Pick<ShareSetRow, 'setId'>): Promise<WalletRecord> =>
      learn(await session.ask({ method: 'DELETE', path: `sets/${setId}?proof=${await prove('remove', setId)}` })),
    /** Returns the confirmed share sets of one unlock method. */
    ofType: (type: UnlockMethod): ShareSetRow[] =>
      session.facts()?.wallet?.sets.filter((row) => row.type === type && row.confirmed) ?? [],
  }
}

export type ShareSetClient = ReturnType<typeof createShareSetClient>

type WrappedShareSet = Extract<RenewedShareSet, { wrapped: unknown }>
type WrapOptions = {
  custody: Pick<CustodyApi, 'wrap' | 'check'>
  newSet: Omit<WrappedShareSet, 'setId' | 'serverShare' | 'wrapped'>
  source: ClientShareSource
  setId?: string
  which?: VaultKeyStage
  /** Sends the client share to the guardian. Called after the vault key was wrapped, and before the test unwrap. */
  enrol?: (setId: string) => Promise<unknown>
}

const shareLength = 32
export const createServerShare = (): string =>
  base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(shareLength)))

/**
 * Creates a share set, and its server share too, in this browser. Runs the test unwrap before the server gets the share
 * set. The browser may see the server share, because it has the vault key anyway.
 */
export const makeTestedShareSet = async (options: WrapOptions): Promise<WrappedShareSet> => {
  const { custody, newSet, source, setId = crypto.randomUUID(), which = 'current', enrol } = options
  const set: ShareSet = { name: { setId, type: newSet.type }, source, serverShare: createServerShare() }
  const wrapped = await custody.wrap(set, which)
  await enrol?.(setId)
  await custody.check(set, wrapped, which)
  return { ...newSet, setId, serverShare: set.serverShare ?? '', wrapped }
}
