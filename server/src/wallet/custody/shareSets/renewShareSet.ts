import type {
  RenewedShareSet,
  RenewShareSetRequest,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Secrets } from '../../../config/secrets.ts'
import { writeAuditEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { shareSets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { isShareSetChangeProven } from '../walletProofs.ts'
import { lockWalletRow, readWalletRecord, type StoredShareSet, type StoredWallet } from '../walletRecords.ts'
import { insertShareSetWithState, serverShareContext } from './insertShareSet.ts'

type Parts = { database: Database; secrets: Secrets; now: number }
type BrowserSet = Extract<RenewedShareSet, { wrapped: unknown }>
type Renewal = { setId: string; set: BrowserSet; proof: RenewShareSetRequest['proof'] | undefined }

/**
 * Replaces a share set of the requesting browser by a new one. A browser renews a share set that is older than 90 days
 * when it unlocks with the set. A renewal needs no fresh login, because the browser has the wallet unlocked and gains
 * no additional unlock method.
 */
export const renewShareSet = async (
  { database, secrets, now }: Parts,
  session: Session,
  { setId, set, proof }: Renewal,
): Promise<WalletRecord> =>
  database.transaction(async (inside) => {
    const wallet = await lockWalletRow(inside, session)
    const change = { action: 'renew', walletId: wallet.id, setId: set.setId, epoch: wallet.epoch } as const
    if (!(await isShareSetChangeProven({ ...change, sessionId: session.id }, wallet.eip155, proof)))
      throw new AppError(walletErrors.WALLET_LOCKED)
    const found = await inside
      .select()
      .from(shareSets)
      .where(
        and(
          eq(shareSets.walletId, wallet.id),
          eq(shareSets.thumbprint, session.thumbprint),
          inArray(shareSets.id, [setId, set.setId]),
        ),
      )
    const old = found.find(({ id }) => id === setId)
    const made = found.find(({ id }) => id === set.setId)
    // The browser may not have received the first answer. Then it repeats the request, which must succeed.
    if (!old && made && (await isSame(secrets, wallet, made, set))) return readWalletRecord(inside, wallet)
    if (!old && !made) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    if (!old || made || old.type !== set.type) throw new AppError(commonErrors.INVALID_INPUT)
    const { confirmed, lastUsedAt } = old
    // An unconfirmed share set keeps its creation time, so that a renewal doesn't delay its removal
    // (`unconfirmedSets.ts`).
    const inherited = { confirmed, lastUsedAt, createdAt: confirmed ? now : old.createdAt }
    const share = Buffer.from(set.serverShare, 'base64url')
    await insertShareSetWithState(inherited, { database: inside, secrets }, session, wallet, { ...set, share })
    await inside.delete(shareSets).where(eq(shareSets.id, setId))
    await writeAuditEvent(
      inside,
      { kind: `${set.type} set renewed`, userId: session.userId, sessionId: session.id },
      now,
    )
    return readWalletRecord(inside, wallet)
  })

const isSame = async (
  secrets: Secrets,
  wallet: StoredWallet,
  made: StoredShareSet,
  set: BrowserSet,
): Promise<boolean> => {
  const { type, label, wrappedIv, wrappedData, sealedShare } = made
  if (sealedShare === null) return false
  const share = Buffer.from(await secrets.open(sealedShare, serverShareContext(made, wallet)))
  return (
    type === set.type &&
    label === set.label &&
    wrappedIv === set.wrapped.iv &&
    wrappedData === set.wrapped.data &&
    share.equals(Buffer.from(set.serverShare, 'base64url'))
  )
}
