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
 * Removes a browser's share sets when its sessions end. Any session of a user can end the user's other sessions, even
 * the session of an attacker with only the mailbox. Therefore the function removes share sets only if the browser ends
 * its own session, or with a proof that the wallet is unlocked. With that proof and the target `all`, it also removes
 * all `device` share sets. It keeps all share sets of a pending wallet: the wallet may hold funds already, and no
 * durable share set opens it yet.
 */
export const removeShareSetsOfEndedSessions = async (
  database: Database,
  session: Session,
  { target, thumbprint, proof }: Ended,
): Promise<void> => {
  const { userId } = session
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet || wallet.status === 'pending') return
  const { id: walletId, epoch, eip155 } = wallet
  const change = { action: 'end', walletId, setId: target, epoch, sessionId: session.id } as const
  const isOpen = proof !== undefined
  if (isOpen && !(await isShareSetChangeProven(change, eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  if (isOpen || thumbprint === session.thumbprint) await removeBrowser(database, wallet, thumbprint)
  if (isOpen && target === 'all')
    await database.delete(shareSets).where(and(eq(shareSets.walletId, wallet.id), eq(shareSets.type, 'device')))
}

/**
 * Removes the `device` and `vault` share sets of a browser, except the wallet's last durable one. Finds them by the
 * client key, because an earlier session may have made them. The caller has locked the wallet's row, so that two
 * requests can't remove the last two durable share sets at once.
 */
const removeBrowser = async (database: Database, wallet: StoredWallet, thumbprint: string): Promise<void> => {
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
  const types = other ? (['device', 'vault'] as const) : (['device'] as const)
  await database.delete(shareSets).where(and(ofWallet, isHere, inArray(shareSets.type, [...types])))
}
