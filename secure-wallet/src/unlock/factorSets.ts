import type {
  ConfirmShareSetRequest,
  GuardianEnvelope,
  ShareSetChange,
  ShareSetRow,
  UnlockMethod,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import { guardianEnvelope, read, serverShare, setRelease, walletRecord } from '../session/shapes.ts'
import type { Store } from '../session/store.ts'
import type { Custody } from '../worker/custody.ts'
import type { Factor } from '../worker/factor.ts'
import type { GuardianQuestion, GuardianReply } from '../worker/guardianLine.ts'
import type { FactorSet } from '../worker/setKeys.ts'
import type { WhichKey } from '../worker/stagedKey.ts'
import type { SetName } from '../worker/vault.ts'
import { createKits } from './kits.ts'
import { createOwnRenewal } from './ownRenewal.ts'
import { createOwnSet } from './ownSet.ts'
import { createOwnWay } from './ownWay.ts'
import { createRecognition } from './recognition.ts'

export const guardianLabel = 'Recovery service'

type NewSet = { type: UnlockMethod; label: string; credentialId?: string }

type Options = {
  session: Pick<Session, 'ask' | 'facts' | 'learn' | 'refresh'>
  custody: Custody
  store: Store
  scope: string
  /** `device` in the modal, `vault` in a window of this origin. */
  ownType: 'device' | 'vault'
  label: string
  guardianKey: string | undefined
  /** Of the mails that whoever makes a way by the guardian gets of it later. */
  locale(): string
  /** Asked each time: a browser may run out of room at any moment. */
  keepsNothing(): boolean
  inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/** The ways to a wallet's vault key: server, worker and browser each bring their part (security 2.2). */
export const createFactorSets = (options: Options) => {
  const { session, custody, store, scope, ownType, label, guardianKey, locale, keepsNothing } = options
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => options.inTurn(`${ownType} ${scope}`, run)
  const recognition = createRecognition(store, scope)
  const ownSet = createOwnSet({ store, scope, custody, type: ownType, label })

  const wallet = (): WalletRecord => {
    const found = session.facts()?.wallet
    if (!found) throw new AppError(walletErrors.WALLET_MISSING)
    return found
  }
  const learn = (answer: unknown): WalletRecord => {
    const next = read(walletRecord, answer)
    session.learn({ wallet: next })
    return next
  }
  const release = async (setId: string) =>
    read(setRelease, await session.ask({ method: 'POST', path: `sets/${setId}/release`, body: {} }))

  /** Made, wrapped, and unwrapped again with what the server gives back, before anyone relies on it. */
  const make = async ({ type, label: name, credentialId }: NewSet, factor: Factor, told?: Told): Promise<string> => {
    const setId = crypto.randomUUID()
    const body = { setId, type, label: name, ...(credentialId !== undefined && { credentialId }) }
    const made = read(serverShare, await session.ask({ method: 'POST', path: 'sets', body }))
    if (made.serverShare === null) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'no share' } })
    const way: FactorSet = { set: { setId, type }, factor, serverShare: made.serverShare }
    const wrapped = await custody.wrap(way)
    await session.ask({ method: 'PUT', path: `sets/${setId}/wrapped`, body: { wrapped } })
    await told?.(setId)
    const kept = await release(setId)
    await custody.check({ ...way, serverShare: kept.serverShare }, kept.wrapped)
    return setId
  }
  /** The session that asks may be one that another tab has begun since. */
  const prove = async (action: ShareSetChange['action'], setId: string): Promise<string> => {
    await session.refresh()
    return custody.proveChange({ action, setId, sessionId: session.facts()?.sessionId ?? '' })
  }
  const confirm = async (setId: string): Promise<WalletRecord> => {
    const body: ConfirmShareSetRequest = { proof: await prove('confirm', setId) }
    return learn(await session.ask({ method: 'POST', path: `sets/${setId}/confirm`, body }))
  }
  const add = async (set: NewSet, factor: Factor, told?: Told): Promise<WalletRecord> =>
    confirm(await make(set, factor, told))
  /** What ends with this document opens the wallet as long as that lasts, but is no way in that anyone could count on. */
  const confirmKept = async (setId: string): Promise<void> => {
    if (!keepsNothing()) await confirm(setId)
  }

  const askGuardian = async (question: GuardianQuestion, which?: WhichKey): Promise<GuardianReply> => {
    if (guardianKey === undefined) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
    const { ticket, envelope } = await custody.askGuardian(guardianKey, question, which)
    const answer = await session.ask({ method: 'POST', path: `guardian/${question.kind}`, body: envelope })
    return custody.readGuardian(ticket, read(guardianEnvelope, answer))
  }
  const enrol = async (setId: string, which?: WhichKey): Promise<void> => {
    const { walletId } = wallet()
    const email = session.facts()?.email ?? ''
    await askGuardian({ kind: 'enrol', walletId, setId, email, locale: locale() }, which)
  }
  const ofType = (type: UnlockMethod): ShareSetRow[] =>
    session.facts()?.wallet?.sets.filter((row) => row.type === type && row.confirmed) ?? []
  const unlock = async (setId: string, type: UnlockMethod, factor: Factor): Promise<void> => {
    const { serverShare: share, wrapped } = await release(setId)
    const record = wallet()
    await custody.unlock(record, record.vault, { set: { setId, type }, factor, serverShare: share }, wrapped)
  }

  const renewOwn = createOwnRenewal({ session, custody, ownSet, ownType, label, keepsNothing, prove, inTurn })
  const ownWay = createOwnWay({
    session,
    ownSet,
    ownType,
    inTurn,
    wallet,
    make: (factor) => make({ type: ownType, label }, factor),
    confirmKept,
    unlock: (setId, factor) => unlock(setId, ownType, factor),
    opened: () => void renewOwn(),
  })

  return {
    askGuardian,
    /** For later, when nobody is here to read the answer. Null without a guardian. */
    sealForGuardian: async (question: GuardianQuestion, which?: WhichKey): Promise<GuardianEnvelope | null> =>
      guardianKey === undefined ? null : (await custody.askGuardian(guardianKey, question, which)).envelope,
    /** Nothing of the visitor stays here, but what nobody could bring them back in without. True where that stays. */
    signedOut: async (): Promise<boolean> => {
      await recognition.forget()
      const known = session.facts()?.wallet
      // The answer that there is one may have been lost, or its session have been ended by whoever reads the mailbox.
      return known ? ownWay.leave(known) : true
    },
    unlock,

    prepareOwn: ownSet.prepare,
    completeOwn: ownWay.complete,
    addOwn: ownWay.add,
    unlockWithOwn: ownWay.unlockWithOwn,
    /** For a new vault key (`newKey.ts`), of which this browser's set is one way. */
    own: { ownSet, type: ownType, label, keepsNothing, inTurn },
    enrolGuardian: enrol,
    learn,
    addPasskey: async (credentialId: string, name: string, output: Uint8Array<ArrayBuffer>): Promise<void> =>
      void (await add({ type: 'passkey', label: name, credentialId }, { kind: 'passkey', output })),
    addGuardian: async (): Promise<void> => {
      await add({ type: 'guardian', label: guardianLabel }, { kind: 'guardian' }, enrol)
    },

    /** For the guardian to know this browser again, where it is a window of this origin: frames forget too easily. */
    beRecognised: async (): Promise<void> => {
      const [set] = ofType('guardian').toSorted((a, b) => b.createdAt - a.createdAt)
      const { walletId } = wallet()
      if (ownType !== 'vault' || keepsNothing() || !set || (await recognition.isKnown(walletId, set.setId))) return
      const { setId } = set
      await recognition.make(walletId, setId, (deviceKey) =>
        askGuardian({ kind: 'recognise', walletId, setId, deviceKey }),
      )
    },

    proveRecognition: recognition.prove,
    /** As the guardian did. With the wallet open, this browser may become known again. */
    unrecognise: recognition.forget,

    ...createKits({ ask: session.ask, custody, wallet, confirm }),

    /** The wallet has to be open. */
    remove: async ({ setId }: SetName): Promise<WalletRecord> =>
      learn(await session.ask({ method: 'DELETE', path: `sets/${setId}?proof=${await prove('remove', setId)}` })),
    /** For what other browsers have to go with their sessions: of one, or of `all`. The wallet has to be open. */
    proveEnd: (target: string): Promise<string> => prove('end', target),
    ofType,
  }
}

export type FactorSets = ReturnType<typeof createFactorSets>
type Told = (setId: string) => Promise<void>
