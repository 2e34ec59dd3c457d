import type {
  GuardianEnvelope,
  RenewedShareSet,
  Sealed,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import { read, walletRecord } from '../session/shapes.ts'
import type { Custody } from '../worker/custody.ts'
import { type FactorSets, guardianLabel } from './factorSets.ts'
import type { Forgetting } from './forgetting.ts'
import { checkKit, kitLabel, type MadeKit, makeKitFile } from './kits.ts'
import type { Shown } from './passkeyCheck.ts'
import { makeTried } from './triedSet.ts'

type Parts = {
  session: Session
  custody: Custody
  sets: FactorSets
  forgetting: Forgetting
}

/** By these the server has refused it; after any other end it may have done it. */
const refusals: readonly string[] = [
  ...['FRESH_LOGIN_REQUIRED', 'INVALID_INPUT', 'LAST_DURABLE_SET', 'MAIL_NOT_SENT', 'RATE_LIMITED', 'SESSION_EXPIRED'],
  ...['SESSION_REVOKED', 'TOO_MANY_REQUESTS', 'WALLET_EXISTS', 'WALLET_LOCKED', 'WALLET_MISSING', 'WALLET_NOT_ACTIVE'],
]

/**
 * The same seed under another vault key (security 2.6). All that opens it is made and tried beside what opens the wallet now,
 * and takes its place in one step of the server's.
 */
export const createNewKey = async ({ session, custody, sets, forgetting }: Parts) => {
  const { ownSet, type, label, keepsNothing, inTurn } = sets.own
  const before = session.facts()?.wallet
  if (!before) throw new AppError(walletErrors.WALLET_MISSING)
  const { walletId, accounts } = before
  const epoch = before.epoch + 1
  const vault = await custody.stageKey()
  const ways: RenewedShareSet[] = []
  let undo: GuardianEnvelope | null = null
  let isUnsure = false

  const isDone = (wallet: WalletRecord | null | undefined): boolean =>
    wallet?.epoch === epoch && isSame(wallet.vault, vault)

  const takeOver = async (): Promise<void> => {
    const own = ways.find((way) => way.type === type)
    if (own) await ownSet.settle(walletId, own.setId)
    else await ownSet.forget(walletId)
  }

  return {
    /** True while the server may have it, and nobody has said so. */
    isUnsure: (): boolean => isUnsure,

    /** The guardian's, where there is one by now: whoever left it is not brought back. */
    addGuardian: async (): Promise<void> => {
      const setId = crypto.randomUUID()
      undo = await sets.sealForGuardian({ kind: 'forget', walletId, setId }, 'staged')
      const farewell = await sets.sealForGuardian({ kind: 'forget', walletId, setId: 'all' })
      const enrol = () => sets.enrolGuardian(setId, 'staged')
      const named = { setId, type: 'guardian', label: guardianLabel } as const
      ways.push(await makeTried({ custody, which: 'staged' }, named, { kind: 'guardian' }, enrol))
      if (farewell) await forgetting.keepFarewell(epoch, farewell)
    },
    addPasskey: async ({ row, output }: Shown): Promise<void> => {
      const { credentialId = '' } = row
      const named = { setId: crypto.randomUUID(), type: 'passkey', label: row.label, credentialId } as const
      ways.push(await makeTried({ custody, which: 'staged' }, named, { kind: 'passkey', output }))
    },
    makeKit: (): Promise<MadeKit> => makeKitFile(custody, { walletId, epoch, accounts }, vault, 'staged'),
    addKit: async ({ file, phrase }: MadeKit): Promise<void> => {
      await checkKit(custody, file, phrase, 'staged')
      ways.push({ setId: file.setId, type: 'kit', label: kitLabel })
    },
    /** Kept beside the old one before the server hears of it: whichever it has then opens the wallet here. */
    addOwn: async (): Promise<void> => {
      if (keepsNothing()) return
      const { setId, key } = await inTurn(() => ownSet.come(walletId, epoch))
      if (keepsNothing()) return
      ways.push(await makeTried({ custody, which: 'staged' }, { setId, type, label }, { kind: 'device', key }))
    },

    /** May be called again: what is done is found done. */
    commit: async (): Promise<void> => {
      await session.refresh()
      const { wallet, sessionId = '' } = session.facts() ?? {}
      if (isDone(wallet)) return
      if (wallet?.epoch !== before.epoch) {
        // Another renewal was quicker, after which this one is none.
        isUnsure = false
        throw new AppError(walletErrors.WALLET_EXISTS)
      }
      const proof = await custody.proveRenewal({ sets: ways, sessionId })
      try {
        const body = { epoch, vault, sets: ways, proof }
        const record = read(walletRecord, await session.ask({ method: 'POST', path: 'keys/renew', body }))
        if (!isDone(record)) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'another key' } })
        session.learn({ wallet: record })
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !refusals.includes(thrown.code)) isUnsure = true
        throw thrown
      }
    },
    /** The server has it. Nothing here can take that back, so nothing is a failure. */
    adopt: async (): Promise<void> => {
      const attempts = [
        () => custody.adoptKey(),
        () => inTurn(takeOver),
        () => forgetting.deliver(),
        () => sets.beRecognised(),
      ]
      // Locked meanwhile, or the recovery service is down: what is left is done at the next unlock.
      for (const attempt of attempts) await attempt().catch(() => undefined)
    },
    /** Nothing of it stays, but where the server may have it: then its record tells at the next unlock. */
    abandon: async (): Promise<void> => {
      if (isUnsure) return custody.lock()
      await custody.dropKey()
      await forgetting.dropFarewell()
      if (undo) await session.ask({ method: 'POST', path: 'guardian/forget', body: undo }).catch(() => undefined)
    },
  }
}

const isSame = (a: Sealed, b: Sealed): boolean => a.iv === b.iv && a.data === b.data

export type NewKey = Awaited<ReturnType<typeof createNewKey>>
