import { durableUnlockMethods } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { isShareSetChangeProven } from '../walletProofs.ts'
import type { StoredWallet } from '../walletRecords.ts'

/**
 * `target` is the id of the ending session, or `all`. `thumbprint` identifies the client key of the session's browser.
 */
type Ended = { target: string; thumbprint: string; proof: string | undefined }

/**
 * Removes the share sets of a browser that is removed, or with the target `all` the `device` share sets of every
 * browser. Any session of a user can end the user's other sessions, even the session of an attacker with only the
 * mailbox. Therefore the function removes share sets only if the browser removes itself, or with a proof that the wallet
 * is unlocked. It keeps all share sets of a pending wallet: the wallet may hold funds already, and no durable share set
 * opens it yet. A browser that is the last way to open the wallet can't remove itself: LAST_DURABLE_SET.
 */
export const removeShareSetsOfEndedSessions = async (
  database: Database,
  session: Session,
  { target, thumbprint, proof }: Ended,
): Promise<void> => {
  const { userId } = session
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet) return
  const isOwn = thumbprint === session.thumbprint && target !== 'all'
  if (wallet.status === 'pending') {
    if (isOwn) throw new AppError(walletErrors.LAST_DURABLE_SET)
    return
  }
  const { id: walletId, epoch, eip155 } = wallet
  const change = { action: 'end', walletId, setId: target, epoch, sessionId: session.id } as const
  const isOpen = proof !== undefined
  if (isOpen && !(await isShareSetChangeProven(change, eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  if (target !== 'all') {
    if (isOwn || isOpen) await removeBrowser(database, wallet, thumbprint, isOwn)
  } else if (isOpen)
    await database.delete(shareSets).where(and(eq(shareSets.walletId, wallet.id), eq(shareSets.type, 'device')))
}

/**
 * Removes the `device` and `vault` share sets of a browser, except the wallet's last durable one. Finds them by the
 * client key, because an earlier session may have made them. The caller has locked the wallet's row, so that two
 * requests can't remove the last two durable share sets at once.
 */
const removeBrowser = async (
  database: Database,
  wallet: StoredWallet,
  thumbprint: string,
  isOwn: boolean,
): Promise<void> => {
  const ofWallet = eq(shareSets.walletId, wallet.id)
  const isHere = eq(shareSets.thumbprint, thumbprint)
  const [other] = await database
    .select({ id: shareSets.id })
    .from(shareSets)
    .where(
      and(
        ofWallet,
        eq(shareSets.confirmed, true),
        inArray(shareSets.type, [...durableUnlockMethods]),
        or(ne(shareSets.type, 'vault'), ne(shareSets.thumbprint, thumbprint)),
      ),
    )
    .limit(1)
  if (!other && isOwn) throw new AppError(walletErrors.LAST_DURABLE_SET)
  const types = other ? (['device', 'vault'] as const) : (['device'] as const)
  await database.delete(shareSets).where(and(ofWallet, isHere, inArray(shareSets.type, [...types])))
}
