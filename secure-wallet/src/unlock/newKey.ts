import type {
  GuardianEnvelope,
  RenewedShareSet,
  SealedText,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { parseAnswer, walletRecordSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { CustodyApi } from '../worker/contract.ts'
import type { GuardianForgetRequests } from './guardianForget.ts'
import type { NewKitFile } from './kit.ts'
import type { PresentedPasskey } from './passkeyCheck.ts'
import type { ShareSets } from './shareSets.ts'

type Parts = {
  session: Session
  custody: CustodyApi
  sets: ShareSets
  guardianForget: GuardianForgetRequests
}

/**
 * These codes mean that the server has refused the new vault key. After any other failure the server may have accepted
 * it.
 */
const refusals: readonly string[] = [
  ...['FRESH_LOGIN_REQUIRED', 'INVALID_INPUT', 'LAST_DURABLE_SET', 'MAIL_NOT_SENT', 'RATE_LIMITED', 'SESSION_EXPIRED'],
  ...['SESSION_REVOKED', 'TOO_MANY_REQUESTS', 'WALLET_EXISTS', 'WALLET_LOCKED', 'WALLET_MISSING', 'WALLET_NOT_ACTIVE'],
]

/**
 * Seals the same seed under a new vault key (SECURITY-MODEL.md 2.6). The old share sets work until every new share set
 * has passed its test unwrap. Then the server replaces all old share sets in one step.
 */
export const createVaultKeyRenewal = async ({ session, custody, sets, guardianForget }: Parts) => {
  const before = session.facts()?.wallet
  if (!before) throw new AppError(walletErrors.WALLET_MISSING)
  const { walletId, accounts } = before
  const epoch = before.epoch + 1
  const vault = await custody.stageKey()
  const staged: RenewedShareSet[] = []
  /** The sealed request that makes the guardian forget the staged share set, for a renewal that is abandoned. */
  let undoGuardian: GuardianEnvelope | null = null
  let isUnsure = false

  const isDone = (wallet: WalletRecord | null | undefined): boolean =>
    wallet?.epoch === epoch && isSame(wallet.vault, vault)

  return {
    /** True while this document does not know whether the server has accepted the new key. */
    isUnsure: (): boolean => isUnsure,

    /** Stages a new guardian share set. Call `addGuardian` only if the wallet has a guardian share set now. */
    addGuardian: async (): Promise<void> => {
      const setId = crypto.randomUUID()
      undoGuardian = await sets.guardian.sealForLater({ kind: 'forget', walletId, setId }, 'staged')
      const forgetOld = await sets.guardian.sealForLater({ kind: 'forget', walletId, setId: 'all' })
      staged.push(await sets.guardian.stage(setId))
      if (forgetOld) await guardianForget.storeRequest(epoch, forgetOld)
    },
    addPasskey: async (shown: PresentedPasskey): Promise<void> => void staged.push(await sets.passkey.stage(shown)),
    makeKit: (): Promise<NewKitFile> => sets.kit.makeStaged({ walletId, epoch, accounts }, vault),
    addKit: async (kit: NewKitFile): Promise<void> => void staged.push(await sets.kit.stage(kit)),
    addDevice: async (): Promise<void> => {
      const set = await sets.device.stage(walletId, epoch)
      if (set) staged.push(set)
    },

    /**
     * Asks the server to replace the vault key and all share sets. A second call finds out whether the first call
     * succeeded.
     */
    commit: async (): Promise<void> => {
      await session.refresh()
      const { wallet, sessionId = '' } = session.facts() ?? {}
      if (isDone(wallet)) return
      if (wallet?.epoch !== before.epoch) {
        // Another window renewed the vault key first, so the server has not accepted this renewal.
        isUnsure = false
        throw new AppError(walletErrors.WALLET_EXISTS)
      }
      // The guardian counts the new ways before they become active.
      const ways = staged.filter(({ type }) => type === 'passkey' || type === 'kit').map(({ setId }) => setId)
      if (undoGuardian) await sets.guardian.ways.stage(ways)
      const proof = await custody.proveRenewal({ sets: staged, sessionId })
      try {
        const body = { epoch, vault, sets: staged, proof }
        const record = parseAnswer(walletRecordSchema, await session.ask({ method: 'POST', path: 'keys/renew', body }))
        if (!isDone(record)) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'another key' } })
        session.learn({ wallet: record })
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !refusals.includes(thrown.code)) isUnsure = true
        throw thrown
      }
    },
    /**
     * Switches to the new vault key after the server has accepted it. Never rejects, because the renewal cannot be
     * undone.
     */
    adopt: async (): Promise<void> => {
      const steps = [
        () => custody.adoptKey(),
        () => sets.device.adoptStaged(walletId, staged),
        () => guardianForget.deliver(),
        () => sets.guardian.recogniseBrowser(),
      ]
      // If the wallet is locked or the guardian is unreachable, this step runs at the next unlock instead.
      for (const step of steps) await step().catch(() => undefined)
    },
    abandon: async (): Promise<void> => {
      // The server may have the new vault key. Lock the wallet, so that the next unlock reads the server's wallet
      // record.
      if (isUnsure) return custody.lock()
      await custody.dropKey()
      await guardianForget.dropRequest()
      if (undoGuardian)
        await session.ask({ method: 'POST', path: 'guardian/forget', body: undoGuardian }).catch(() => undefined)
    },
  }
}

const isSame = (a: SealedText, b: SealedText): boolean => a.iv === b.iv && a.data === b.data

export type VaultKeyRenewal = Awaited<ReturnType<typeof createVaultKeyRenewal>>
